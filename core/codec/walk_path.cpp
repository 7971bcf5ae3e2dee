#include "core/codec/walk_path.h"

namespace brokerscope {

std::string WalkPath::text() const {
    std::string text(m_prefix);
    for (const Step& step : m_steps) {
        if (step.field == nullptr) {
            text += '[' + std::to_string(step.element) + ']';
            continue;
        }
        if (!text.empty() && text.back() != '.') {
            text += '.';
        }
        text += step.field->spec->jsonName;
    }
    return text;
}

}  // namespace brokerscope
