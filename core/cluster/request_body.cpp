#include "core/cluster/request_body.h"

#include "core/exchange/request_frame.h"

namespace brokerscope {

Result<ValueDraft> newRequestBody(const SchemaRegistry& registry, int apiKey, int version, const SchemaChoice& choice) {
    const auto layout = registry.request(apiKey, version, choice);
    if (!layout) {
        return tl::unexpected(layout.error());
    }
    return ValueDraft::fromDefaults((*layout)->spec);
}

void setKnownField(DraftStruct& structure, std::string_view name, DraftValue value) {
    if (structure.spec->find(name) != nullptr) {
        setField(structure, name, std::move(value));
    }
}

DraftStruct newElement(const DraftStruct& structure, std::string_view array) {
    return makeStruct(*structure.spec->find(array)->structure);
}

DraftValue arrayOf(std::vector<DraftStruct> elements) {
    auto array = std::make_unique<DraftArray>();
    for (DraftStruct& element : elements) {
        array->elements.emplace_back(std::make_unique<DraftStruct>(std::move(element)));
    }
    return array;
}

DraftValue arrayOfOne(DraftStruct element) {
    std::vector<DraftStruct> elements;
    elements.push_back(std::move(element));
    return arrayOf(std::move(elements));
}

DraftValue arrayOfTexts(const std::vector<std::string>& texts) {
    auto array = std::make_unique<DraftArray>();
    for (const std::string& text : texts) {
        array->elements.emplace_back(DraftText{text});
    }
    return array;
}

DraftValue arrayOfNumbers(const std::vector<std::int32_t>& numbers) {
    auto array = std::make_unique<DraftArray>();
    for (const std::int32_t number : numbers) {
        array->elements.emplace_back(std::int64_t{number});
    }
    return array;
}

}  // namespace brokerscope
