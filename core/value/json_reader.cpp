#include "core/value/json_reader.h"

#include "core/base/nearest_name.h"
#include "core/value/json_reader_document.h"
#include "core/value/json_reader_overrides.h"
#include "core/value/json_reader_scalars.h"

#include <limits>

namespace brokerscope {
namespace {

// Kafka's converters print the size of record bytes under this name when they leave the bytes out.
constexpr std::string_view kSizeSuffix = "SizeInBytes";

class DraftReader {
public:
    Result<DraftStruct> readStruct(const StructSpec& spec, const JsonValue& json, bool isTop) {
        const auto* members = json.as<JsonValue::Object>();
        if (members == nullptr) {
            return notAnObject(spec, json);
        }
        DraftStruct made = makeStruct(spec);
        std::vector<bool> given(spec.fields.size());
        std::size_t next = 0;
        for (const JsonMember& member : *members) {
            const PathStep step(m_path, member.name);
            // Members mostly come in the definition's order.
            const bool isNext = next < spec.fields.size() && spec.fields[next].jsonName == member.name;
            const FieldSpec* field = isNext ? &spec.fields[next] : spec.find(member.name);
            if (field == nullptr) {
                if (auto done = readSpecial(spec, member, made, isTop); !done) {
                    return tl::unexpected<Error>(std::move(done.error()));
                }
                continue;
            }
            next = field->index + 1;
            if (given[field->index]) {
                return repeated(member.name);
            }
            given[field->index] = true;
            auto value = readField(*field, member.value);
            if (!value) {
                return tl::unexpected<Error>(std::move(value.error()));
            }
            made.fields[field->index] = std::move(*value);
        }
        return made;
    }

    ByteBuffer takeTrailing() { return std::move(m_trailing); }
    std::vector<Diagnostic> takeDiagnostics() { return std::move(m_diagnostics); }

private:
    // Adds a name or an index to the path for as long as it lives.
    class PathStep {
    public:
        PathStep(std::string& path, std::string_view name) : m_path(path), m_size(path.size()) {
            if (!path.empty()) {
                path += '.';
            }
            path += name;
        }
        PathStep(std::string& path, std::size_t index) : m_path(path), m_size(path.size()) {
            path += '[' + std::to_string(index) + ']';
        }
        ~PathStep() { m_path.resize(m_size); }
        PathStep(const PathStep&) = delete;
        PathStep& operator=(const PathStep&) = delete;

    private:
        std::string& m_path;
        std::size_t m_size;
    };

    Result<DraftValue> readField(const FieldSpec& field, const JsonValue& json) {
        if (json.isNull()) {
            return DraftNull{};
        }
        if (!field.isArray) {
            return readOne(field, json);
        }
        const auto* items = json.as<JsonValue::Array>();
        if (items == nullptr) {
            return wrongType(m_path, "an array", json);
        }
        auto array = std::make_unique<DraftArray>();
        array->elements.reserve(items->size());
        for (std::size_t i = 0; i < items->size(); ++i) {
            const PathStep step(m_path, i);
            auto element = readOne(field, (*items)[i]);
            if (!element) {
                return element;
            }
            array->elements.push_back(std::move(*element));
        }
        return array;
    }

    Result<DraftValue> readOne(const FieldSpec& field, const JsonValue& json) {
        if (field.type != FieldType::Struct) {
            remarkEmptyRecords(field, json);
            return scalarFromJson(field.type, json, m_path);
        }
        if (json.isNull()) {
            return DraftNull{};
        }
        auto structure = readStruct(*field.structure, json, false);
        if (!structure) {
            return tl::unexpected<Error>(std::move(structure.error()));
        }
        return std::make_unique<DraftStruct>(std::move(*structure));
    }

    // A name that is no field's.
    Result<void> readSpecial(const StructSpec& spec, const JsonMember& member, DraftStruct& made, bool isTop) {
        if (member.name == "_unknownTags") {
            return readUnknownTags(member.value, made, m_path);
        }
        if (member.name == "_overrides") {
            return readOverrides(member.value, made, m_path);
        }
        if (member.name == "_trailing" && isTop) {
            auto bytes = hexFromJson(member.value, m_path);
            if (!bytes) {
                return tl::unexpected<Error>(std::move(bytes.error()));
            }
            m_trailing = std::move(*bytes);
            return {};
        }
        if (isRecordsSize(spec, member.name)) {
            note("the text gives only the size of the records, not their bytes: the field keeps its default");
            return {};
        }
        return unknownField(spec, member.name, m_path, isTop);
    }

    static bool isRecordsSize(const StructSpec& spec, std::string_view name) {
        if (!name.ends_with(kSizeSuffix)) {
            return false;
        }
        const FieldSpec* field = spec.find(name.substr(0, name.size() - kSizeSuffix.size()));
        return field != nullptr && field->type == FieldType::Records;
    }

    void remarkEmptyRecords(const FieldSpec& field, const JsonValue& json) {
        const auto* text = json.as<std::string>();
        if (field.type == FieldType::Records && text != nullptr && text->empty()) {
            note("no record bytes; a broker's log prints records so even where there were some");
        }
    }

    // The message itself has no path; it is called by its name.
    tl::unexpected<Error> notAnObject(const StructSpec& spec, const JsonValue& json) const {
        auto error = wrongType(m_path.empty() ? spec.name : m_path, "an object", json);
        error.value().path = m_path;
        return error;
    }

    void note(std::string sentence) {
        m_diagnostics.push_back({Severity::Note, MessageId::Other, {std::move(sentence)}, {}, m_path});
    }

    tl::unexpected<Error> repeated(const std::string& name) const {
        return tl::unexpected<Error>(
            Error{MessageId::InvalidValue, {m_path, name, "allowed twice in one object"}, std::nullopt, m_path});
    }

    std::string m_path;
    ByteBuffer m_trailing;
    std::vector<Diagnostic> m_diagnostics;
};

}  // namespace

Result<DraftWithRemarks> draftFromJson(std::shared_ptr<const MessageSpec> spec, std::string_view json,
                                       const Limits& limits) {
    const Result<JsonValue> document = parseJson(json, limits);
    if (!document) {
        return tl::unexpected<Error>(document.error());
    }
    DraftReader reader;
    auto root = reader.readStruct(spec->root, *document, true);
    if (!root) {
        return tl::unexpected<Error>(std::move(root.error()));
    }
    DraftWithRemarks made;
    made.draft.root = std::move(*root);
    made.draft.spec = std::move(spec);
    made.draft.trailing = reader.takeTrailing();
    made.diagnostics = reader.takeDiagnostics();
    return made;
}

}  // namespace brokerscope
