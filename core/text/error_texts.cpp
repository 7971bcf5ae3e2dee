#include "core/text/error_texts.h"

#include "core/schema/embedded_text.h"

#include <map>
#include <nlohmann/json.hpp>

namespace brokerscope {
namespace {

std::map<int, ErrorText> readErrorTexts() {
    std::map<int, ErrorText> texts;
    if (const auto source = embeddedText("resources/error_texts/errors.json")) {
        for (const nlohmann::json& entry : nlohmann::json::parse(*source)) {
            texts.emplace(entry.at("code").get<int>(),
                          ErrorText{entry.at("text").get<std::string>(), entry.at("hint").get<std::string>()});
        }
    }
    return texts;
}

}  // namespace

const ErrorText& errorText(int code) {
    static const std::map<int, ErrorText> texts = readErrorTexts();
    static const ErrorText unknown;
    const auto found = texts.find(code);
    return found != texts.end() ? found->second : unknown;
}

}  // namespace brokerscope
