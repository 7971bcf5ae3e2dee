#include "core/internal_topics/metadata_image.h"

#include <algorithm>

namespace brokerscope {

std::string quotaEntityText(const QuotaEntity& entity) {
    QuotaEntity sorted = entity;
    std::ranges::sort(sorted);
    std::string text;
    for (const auto& [type, name] : sorted) {
        text += text.empty() ? "" : ", ";
        text += type;
        text += '=';
        text += name.value_or("<default>");
    }
    return text;
}

}  // namespace brokerscope
