#include "core/value/json_order.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace brokerscope {
namespace {

void sortElements(nlohmann::json& value) {
    if (!value.is_structured()) {
        return;
    }
    for (nlohmann::json& element : value) {
        sortElements(element);
    }
    if (value.is_array()) {
        std::sort(value.begin(), value.end());
    }
}

}  // namespace

std::string jsonWithoutOrder(std::string_view json) {
    nlohmann::json value = nlohmann::json::parse(json, nullptr, false);
    if (value.is_discarded()) {
        return std::string(json);
    }
    sortElements(value);
    return value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace brokerscope
