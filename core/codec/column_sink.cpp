#include "core/codec/column_sink.h"

#include "core/base/base64.h"
#include "core/base/utf8.h"
#include "core/base/uuid.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <optional>
#include <utility>

namespace brokerscope {
namespace {

std::string integerText(FieldType type, std::int64_t value) {
    if (type == FieldType::Bool) {
        return value != 0 ? "true" : "false";
    }
    return std::to_string(value);
}

// The last name of a path: what a leaf field is called.
const ColumnStep* lastName(const std::vector<ColumnStep>& path) {
    const auto last = std::find_if(path.rbegin(), path.rend(), [](const ColumnStep& step) { return !step.isElement; });
    return last != path.rend() ? &*last : nullptr;
}

// "[]" or "[3]" at the beginning of the text.
std::optional<ColumnStep> elementStep(std::string_view path) {
    const std::size_t close = path.find(']');
    if (close == std::string_view::npos) {
        return std::nullopt;
    }
    ColumnStep step{{}, ColumnStep::kAny, true};
    const std::string_view digits = path.substr(1, close - 1);
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), step.element);
    const bool isNumber = error == std::errc() && end == digits.data() + digits.size();
    return digits.empty() || isNumber ? std::optional(step) : std::nullopt;
}

}  // namespace

std::vector<ColumnStep> parseColumnPath(std::string_view path) {
    std::vector<ColumnStep> steps;
    while (!path.empty()) {
        if (path.front() == '[') {
            const auto step = elementStep(path);
            if (!step || steps.empty()) {
                return {};
            }
            steps.push_back(*step);
            path.remove_prefix(path.find(']') + 1);
            continue;
        }
        if (path.front() == '.' && !steps.empty()) {
            path.remove_prefix(1);
        }
        const std::size_t length = std::min(path.find_first_of(".["), path.size());
        if (length == 0) {
            return {};
        }
        steps.push_back({std::string(path.substr(0, length)), ColumnStep::kAny, false});
        path.remove_prefix(length);
    }
    return steps;
}

ColumnSink::ColumnSink(ByteView bytes, const std::vector<std::string>& paths)
    : m_bytes(bytes), m_columns(paths.size()) {
    m_paths.reserve(paths.size());
    for (const std::string& path : paths) {
        m_paths.push_back(parseColumnPath(path));
    }
    for (std::size_t i = 0; i < m_paths.size(); ++i) {
        if (const ColumnStep* last = lastName(m_paths[i])) {
            m_byLastName.emplace(last->name, i);
        }
    }
}

bool ColumnSink::matches(const std::vector<ColumnStep>& path, const FieldLayout* leafField) const {
    // A leaf that is an element stands as [i] on the stack already; its array's field is the name.
    std::vector<Step> steps = m_steps;
    if (leafField != nullptr) {
        steps.push_back({leafField, -1});
    }
    if (steps.size() != path.size()) {
        return false;
    }
    for (std::size_t i = 0; i < path.size(); ++i) {
        const bool isElement = steps[i].field == nullptr;
        if (isElement != path[i].isElement) {
            return false;
        }
        if (isElement ? path[i].element != ColumnStep::kAny && path[i].element != steps[i].element
                      : path[i].name != steps[i].field->spec->jsonName) {
            return false;
        }
    }
    return true;
}

void ColumnSink::leaf(const FieldLayout* field, const std::string& text) {
    const bool isElement = std::exchange(m_isElement, false);
    const auto [begin, end] = m_byLastName.equal_range(field->spec->jsonName);
    for (auto candidate = begin; candidate != end; ++candidate) {
        if (matches(m_paths[candidate->second], isElement ? nullptr : field)) {
            m_columns[candidate->second].push_back(text);
        }
    }
}

void ColumnSink::push(const FieldLayout* field) {
    m_steps.push_back({field, -1});
}

void ColumnSink::beginStruct(const FieldLayout* field, std::uint32_t, std::uint8_t) {
    // An element's own step stands for its structure.
    const bool pushed = field != nullptr && !std::exchange(m_isElement, false);
    if (pushed) {
        push(field);
    }
    m_pushed.push_back(pushed);
}

void ColumnSink::endStruct(std::uint32_t) {
    if (m_pushed.back()) {
        m_steps.pop_back();
    }
    m_pushed.pop_back();
}

void ColumnSink::nullStruct(const FieldLayout* field, std::uint32_t, std::uint8_t) {
    leaf(field, "null");
}

void ColumnSink::beginArray(const FieldLayout* field, std::uint32_t, std::uint8_t, std::int64_t) {
    push(field);
    m_steps.push_back({nullptr, -1});
}

void ColumnSink::beginElement(std::uint32_t) {
    ++m_steps.back().element;
    m_isElement = true;
}

void ColumnSink::endArray(std::uint32_t) {
    m_steps.resize(m_steps.size() - 2);
    m_isElement = false;
}

void ColumnSink::nullArray(const FieldLayout* field, std::uint32_t, std::uint8_t) {
    leaf(field, "null");
}

void ColumnSink::numberArray(const FieldLayout* field, std::uint32_t offset, std::uint8_t prefixSize,
                             std::int64_t count, std::uint32_t end) {
    beginArray(field, offset, prefixSize, count);
    const std::uint32_t size = fixedSize(field->type);
    for (std::uint32_t at = offset + prefixSize; at + size <= end; at += size) {
        beginElement(at);
        if (field->type == FieldType::Uuid) {
            uuid(field, at);
        } else if (field->type == FieldType::Float64) {
            real(field, at, readFloat64(m_bytes.data() + at));
        } else {
            scalar(field, at, size, readInteger(field->type, m_bytes.data() + at));
        }
    }
    endArray(end);
}

void ColumnSink::scalar(const FieldLayout* field, std::uint32_t, std::uint32_t, std::int64_t value) {
    leaf(field, integerText(field->type, value));
}

void ColumnSink::real(const FieldLayout* field, std::uint32_t, double value) {
    leaf(field, fmt::format("{}", value));
}

void ColumnSink::uuid(const FieldLayout* field, std::uint32_t offset) {
    leaf(field, Uuid::fromBytes(m_bytes.subspan(offset, 16)).toString());
}

void ColumnSink::blob(const FieldLayout* field, NodeKind kind, std::uint32_t offset, std::uint8_t prefixSize,
                      std::uint32_t size, bool isNull) {
    const ByteView content = m_bytes.subspan(offset + prefixSize, size - prefixSize);
    leaf(field, isNull ? "null" : kind == NodeKind::String ? displayUtf8(content) : toBase64(content));
}

}  // namespace brokerscope
