#include "core/base/limits.h"
#include "core/base/utf8.h"
#include "core/codec/encoder.h"
#include "core/schema/default_value.h"
#include "core/schema/field_meaning.h"
#include "core/value/draft_defaults.h"

#include <algorithm>
#include <array>
#include <set>

namespace brokerscope {
namespace {

// Java writes the length of any string as a positive int16, and refuses longer ones in compact form too.
constexpr std::size_t kLongestString = 32767;
// A compact length or count is written as a 32-bit varint of one more.
constexpr std::int64_t kGreatestCompact = 0xfffffffe;
// Of a text that has the wrong form, as many bytes are repeated in the remark.
constexpr std::size_t kShownText = 64;

// The beginning of a text, cut between two characters.
std::string shownText(std::string_view text) {
    std::size_t end = std::min(text.size(), kShownText);
    while (end > 0 && end < text.size() && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) {
        --end;
    }
    return std::string(text.substr(0, end));
}

// What a value is, for a person.
std::string kindOf(const DraftValue& value) {
    static constexpr std::array<std::string_view, 9> kNames{
        "nothing", "null", "a whole number", "a number", "a string", "bytes", "a uuid", "an array", "a structure"};
    static_assert(kNames.size() == std::variant_size_v<DraftValue>);
    return std::string(kNames[value.index()]);
}

std::string expectedKind(FieldType type) {
    switch (type) {
        case FieldType::Float64:
            return "a number";
        case FieldType::Uuid:
            return "a uuid";
        case FieldType::String:
            return "a string";
        case FieldType::Bytes:
        case FieldType::Records:
            return "bytes";
        case FieldType::Struct:
            return "a structure";
        default:
            return "a whole number";
    }
}

class DraftValidator {
public:
    explicit DraftValidator(const MessageLayout& layout) : m_layout(layout) {}

    void checkStruct(const StructLayout& layout, const DraftStruct& value) {
        for (const FieldSpec& field : value.spec->fields) {
            const std::size_t size = enter(field.jsonName);
            checkField(layout, value, field);
            m_path.resize(size);
        }
        checkTags(layout, value);
    }

    void checkBody(const ValueDraft& draft) {
        if (m_layout.unknownBody && draft.trailing.empty()) {
            report(Severity::Error, MessageId::UnknownBody, {m_layout.spec->name, std::to_string(m_layout.version)});
        }
    }

    // Only a draft that may come near what brokers take is encoded to know its size. Its header, which may add some
    // bytes, is not known here.
    void checkSize(const ValueDraft& draft) {
        if (m_contentBytes + draft.trailing.size() < kBrokerFrameBytes / 4) {
            return;
        }
        const std::size_t size = encodeBytes(m_layout, draft).size();
        if (size > kBrokerFrameBytes) {
            report(Severity::Warning, MessageId::RequestTooLarge,
                   {std::to_string(size), std::to_string(kBrokerFrameBytes)});
        }
    }

    std::vector<Diagnostic> take() { return std::move(m_found); }

private:
    std::size_t enter(std::string_view name) {
        const std::size_t size = m_path.size();
        m_path += size == 0 ? "" : ".";
        m_path += name;
        return size;
    }

    void report(Severity severity, MessageId id, std::vector<std::string> arguments) {
        m_found.push_back({severity, id, std::move(arguments), {}, m_path});
    }

    static const FieldOverride* overrideOf(const DraftStruct& value, std::uint32_t index) {
        const auto found = std::find_if(value.overrides.begin(), value.overrides.end(),
                                        [index](const auto& entry) { return entry.first == index; });
        return found == value.overrides.end() ? nullptr : &found->second;
    }

    // By identity, or by name where the draft is bound to another release's definition.
    static const FieldLayout* layoutOf(const StructLayout& layout, const DraftStruct& value, const FieldSpec& field) {
        const bool isSame = layout.spec == value.spec;
        const auto matches = [&](const FieldLayout& candidate) {
            return isSame ? candidate.spec == &field : candidate.spec->name == field.name;
        };
        for (const std::vector<FieldLayout>* fields : {&layout.fields, &layout.tagged}) {
            const auto found = std::find_if(fields->begin(), fields->end(), matches);
            if (found != fields->end()) {
                return &*found;
            }
        }
        return nullptr;
    }

    void checkField(const StructLayout& layout, const DraftStruct& value, const FieldSpec& field) {
        const FieldOverride* told = overrideOf(value, field.index);
        static const DraftValue kUntouched;
        const DraftValue& content = field.index < value.fields.size() ? value.fields[field.index] : kUntouched;
        const FieldLayout* found = layoutOf(layout, value, field);
        if (found == nullptr) {
            checkAbsent(field, content, told);
        } else if (told == nullptr || !told->bytes) {
            checkValue(*found, content);
            checkPrefix(*found, told);
        } else {
            m_contentBytes += told->bytes->size();
        }
    }

    // A length or count that its prefix has no room for would be another number on the wire.
    void checkPrefix(const FieldLayout& field, const FieldOverride* told) {
        if (told == nullptr || (!told->length && !told->count)) {
            return;
        }
        const bool isShort = !field.isArray && field.type == FieldType::String && !field.compact &&
                             field.encoding == FieldEncoding::Ordinary;
        const IntegerLimits limits = field.compact ? IntegerLimits{-1, kGreatestCompact}
                                                   : *integerLimits(isShort ? FieldType::Int16 : FieldType::Int32);
        const std::int64_t number = field.isArray ? told->count.value_or(0) : told->length.value_or(0);
        if (number < limits.least || number > limits.greatest) {
            report(Severity::Error, MessageId::ValueOutOfRange,
                   {(field.isArray ? "count of " : "length of ") + field.spec->jsonName, std::to_string(number),
                    std::to_string(limits.least), std::to_string(limits.greatest)});
        }
    }

    void checkAbsent(const FieldSpec& field, const DraftValue& content, const FieldOverride* told) {
        const std::string version = std::to_string(m_layout.version);
        const bool isToldToBeWritten = told != nullptr && told->write;
        if (!isToldToBeWritten && !isDefault(field, content)) {
            report(field.ignorable ? Severity::Note : Severity::Error,
                   field.ignorable ? MessageId::FieldDropped : MessageId::FieldNotInVersion, {field.jsonName, version});
        }
    }

    void checkValue(const FieldLayout& field, const DraftValue& content) {
        const bool isUntouched = std::holds_alternative<std::monostate>(content);
        if (std::holds_alternative<DraftNull>(content) || (isUntouched && isDefaultNull(*field.spec))) {
            if (!field.nullable) {
                report(Severity::Error, MessageId::NullNotAllowed, {});
            }
        } else if (!isUntouched && field.isArray) {
            checkArray(field, content);
        } else if (!isUntouched) {
            checkOne(field, content);
        } else if (field.type == FieldType::String && !field.isArray) {
            checkForm(field, defaultString(*field.spec));
        }
    }

    void checkArray(const FieldLayout& field, const DraftValue& content) {
        const auto* array = std::get_if<std::unique_ptr<DraftArray>>(&content);
        if (array == nullptr) {
            wrongType(field, "an array", content);
            return;
        }
        const std::size_t size = m_path.size();
        for (std::size_t i = 0; i < (*array)->elements.size(); ++i) {
            const DraftValue& element = (*array)->elements[i];
            m_path += '[' + std::to_string(i) + ']';
            if (std::holds_alternative<DraftNull>(element)) {
                report(Severity::Error, MessageId::NullNotAllowed, {});
            } else if (!std::holds_alternative<std::monostate>(element)) {
                checkOne(field, element);
            }
            m_path.resize(size);
        }
    }

    // A value that is neither null nor untouched.
    void checkOne(const FieldLayout& field, const DraftValue& content) {
        m_contentBytes += 16;
        if (const auto* integer = std::get_if<std::int64_t>(&content)) {
            checkInteger(field, *integer);
        } else if (const auto* text = std::get_if<DraftText>(&content);
                   text != nullptr && field.type == FieldType::String) {
            checkText(text->bytes);
            checkForm(field, text->bytes);
        } else if (const auto* structure = std::get_if<std::unique_ptr<DraftStruct>>(&content);
                   structure != nullptr && field.type == FieldType::Struct) {
            checkStruct(*field.structure, **structure);
        } else if (const auto* bytes = std::get_if<ByteBuffer>(&content);
                   bytes != nullptr && (field.type == FieldType::Bytes || field.type == FieldType::Records)) {
            m_contentBytes += bytes->size();
        } else {
            const bool fits = (field.type == FieldType::Float64 && std::holds_alternative<double>(content)) ||
                              (field.type == FieldType::Uuid && std::holds_alternative<Uuid>(content));
            if (!fits) {
                wrongType(field, expectedKind(field.type), content);
            }
        }
    }

    void checkInteger(const FieldLayout& field, std::int64_t value) {
        // A bool is a byte; a whole number is a fine float64.
        const auto limits = field.type == FieldType::Bool ? IntegerLimits{0, 255} : integerLimits(field.type);
        if (field.type == FieldType::Float64) {
            return;
        }
        if (!limits) {
            wrongType(field, expectedKind(field.type), DraftValue(value));
        } else if (value < limits->least || value > limits->greatest) {
            report(Severity::Error, MessageId::ValueOutOfRange,
                   {field.spec->jsonName, std::to_string(value), std::to_string(limits->least),
                    std::to_string(limits->greatest)});
        }
    }

    void checkText(const std::string& text) {
        m_contentBytes += text.size();
        if (text.size() > kLongestString) {
            report(Severity::Error, MessageId::StringTooLong, {std::to_string(text.size())});
        }
        if (const auto bad = firstInvalidUtf8(asBytes(text))) {
            report(Severity::Warning, MessageId::InvalidUtf8, {std::to_string(*bad)});
        }
    }

    // Texts of another form may be sent; the broker's answer is what one may want to see.
    void checkForm(const FieldLayout& field, std::string_view text) {
        const FieldMeaning* meaning = field.spec->meaning;
        if (meaning != nullptr && meaning->form && !meaning->form->accepts(text)) {
            report(Severity::Warning, MessageId::InvalidValue,
                   {field.spec->jsonName, shownText(text), meaning->form->says});
        }
    }

    void wrongType(const FieldLayout& field, std::string expected, const DraftValue& content) {
        report(Severity::Error, MessageId::JsonWrongType, {field.spec->jsonName, std::move(expected), kindOf(content)});
    }

    void checkTags(const StructLayout& layout, const DraftStruct& value) {
        if (!value.unknownTags.empty() && !layout.flexible) {
            report(Severity::Error, MessageId::TagsNotInVersion, {std::to_string(m_layout.version)});
        }
        std::set<std::uint32_t> seen;
        for (const DraftTag& tag : value.unknownTags) {
            m_contentBytes += tag.bytes.size();
            const FieldLayout* known = layout.findTagged(tag.tag);
            const bool isWrittenToo = known != nullptr && layout.spec == value.spec &&
                                      known->spec->index < value.fields.size() &&
                                      !isDefault(*known->spec, value.fields[known->spec->index]);
            if (!seen.insert(tag.tag).second || isWrittenToo) {
                report(Severity::Warning, MessageId::TagRepeated, {std::to_string(tag.tag)});
            }
        }
    }

    const MessageLayout& m_layout;
    std::string m_path;
    std::uint64_t m_contentBytes = 0;
    std::vector<Diagnostic> m_found;
};

}  // namespace

std::vector<Diagnostic> validateDraft(const MessageLayout& layout, const ValueDraft& draft) {
    DraftValidator validator(layout);
    validator.checkBody(draft);
    validator.checkStruct(*layout.root, draft.root);
    validator.checkSize(draft);
    return validator.take();
}

}  // namespace brokerscope
