#include "core/value/draft_json.h"

#include "core/base/base64.h"
#include "core/base/utf8.h"
#include "core/value/json_builder.h"
#include "core/value/json_reader_overrides.h"

#include <fmt/format.h>

namespace brokerscope {
namespace {

class DraftWriter {
public:
    explicit DraftWriter(int indent) : m_out(indent) {}

    void root(const ValueDraft& draft) {
        m_out.begin('{');
        members(draft.root);
        if (!draft.trailing.empty()) {
            m_out.key("_trailing");
            m_out.hex(draft.trailing);
        }
        m_out.end('}');
    }

    DraftJson take() { return {m_out.take(), std::move(m_lost)}; }

private:
    void members(const DraftStruct& structure) {
        for (const FieldSpec& field : structure.spec->fields) {
            const DraftValue& given = structure.fields[field.index];
            if (!std::holds_alternative<std::monostate>(given)) {
                const std::size_t size = enter(field.jsonName);
                m_out.key(field.jsonName);
                value(field, given);
                m_path.resize(size);
            }
        }
        unknownTags(structure);
        overrides(structure);
    }

    void value(const FieldSpec& field, const DraftValue& given) {
        std::visit([&](const auto& one) { write(field, one); }, given);
    }

    void write(const FieldSpec&, std::monostate) { m_out.null(); }
    void write(const FieldSpec&, DraftNull) { m_out.null(); }
    void write(const FieldSpec& field, std::int64_t number) {
        // A bool may be any byte.
        const bool isFlag = field.type == FieldType::Bool && (number == 0 || number == 1);
        m_out.integer(isFlag ? FieldType::Bool : FieldType::Int64, number);
    }
    void write(const FieldSpec&, double number) { m_out.real(number); }
    void write(const FieldSpec&, const DraftText& text) {
        if (firstInvalidUtf8(asBytes(text.bytes))) {
            m_lost.push_back(m_path);
        }
        m_out.text(text.bytes);
    }
    void write(const FieldSpec&, const ByteBuffer& bytes) { m_out.text(toBase64(bytes)); }
    void write(const FieldSpec&, const Uuid& id) { m_out.text(id.toString()); }
    void write(const FieldSpec& field, const std::unique_ptr<DraftArray>& array) {
        m_out.begin('[');
        for (std::size_t i = 0; i < array->elements.size(); ++i) {
            const std::size_t size = m_path.size();
            m_path += fmt::format("[{}]", i);
            m_out.separate();
            value(field, array->elements[i]);
            m_path.resize(size);
        }
        m_out.end(']');
    }
    void write(const FieldSpec&, const std::unique_ptr<DraftStruct>& structure) {
        m_out.begin('{');
        members(*structure);
        m_out.end('}');
    }

    void unknownTags(const DraftStruct& structure) {
        if (structure.unknownTags.empty()) {
            return;
        }
        m_out.key("_unknownTags");
        m_out.begin('[');
        for (const DraftTag& tag : structure.unknownTags) {
            m_out.separate();
            m_out.unknownTag(tag.tag, tag.bytes);
        }
        m_out.end(']');
    }

    void overrides(const DraftStruct& structure) {
        if (structure.overrides.empty()) {
            return;
        }
        m_out.key("_overrides");
        m_out.begin('{');
        for (const auto& [index, told] : structure.overrides) {
            m_out.key(index == DraftStruct::kTagSection ? kTagSectionName
                                                        : std::string_view(structure.spec->fields[index].jsonName));
            overridden(told);
        }
        m_out.end('}');
    }

    void overridden(const FieldOverride& told) {
        m_out.begin('{');
        if (told.bytes) {
            m_out.key("hex");
            m_out.hex(*told.bytes);
        }
        if (told.length) {
            m_out.key("length");
            m_out.integer(FieldType::Int64, *told.length);
        }
        if (told.count) {
            m_out.key("count");
            m_out.integer(FieldType::Int64, *told.count);
        }
        if (told.write) {
            m_out.key("write");
            m_out.integer(FieldType::Bool, 1);
        }
        m_out.end('}');
    }

    std::size_t enter(const std::string& name) {
        const std::size_t size = m_path.size();
        m_path += (m_path.empty() ? "" : ".") + name;
        return size;
    }

    JsonBuilder m_out;
    std::string m_path;
    std::vector<std::string> m_lost;
};

}  // namespace

DraftJson draftToJson(const ValueDraft& draft, int indent) {
    DraftWriter writer(indent);
    writer.root(draft);
    return writer.take();
}

}  // namespace brokerscope
