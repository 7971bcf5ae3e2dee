#include "core/text/schema_json.h"

#include "core/text/json_object.h"
#include "core/value/json_text.h"

namespace brokerscope {
namespace {

class FieldsJson {
public:
    FieldsJson(std::string& out, const MessageSpec& message, const FieldHelp& help)
        : m_out(out), m_message(message), m_help(help) {}

    void structure(const StructLayout& layout) {
        JsonArray array(m_out);
        for (const auto* fields : {&layout.fields, &layout.tagged}) {
            for (const FieldLayout& layoutField : *fields) {
                array.next();
                field(layoutField);
            }
        }
    }

private:
    void field(const FieldLayout& field) {
        const FieldSpec& spec = *field.spec;
        JsonObject object(m_out);
        object.add("name", spec.jsonName);
        object.add("type", field.wireTypeName());
        if (field.isArray) {
            object.add("elementType", field.elementWireTypeName());
        }
        object.add("versions", spec.versions.toString());
        object.add("nullable", field.nullable);
        object.add("tag", field.tag >= 0 ? std::optional<std::int64_t>(field.tag) : std::nullopt);
        object.addTextOrNull("default", spec.defaultText);
        object.add("ignorable", spec.ignorable);
        object.addTextOrNull("entityType", spec.entityType);
        object.add("help", m_help(m_message, spec));
        if (field.structure != nullptr) {
            object.addKey("fields");
            structure(*field.structure);
        }
    }

    std::string& m_out;
    const MessageSpec& m_message;
    const FieldHelp& m_help;
};

void addRange(JsonObject& object, std::string_view key, const VersionRange& range, std::string& out) {
    if (range.isEmpty()) {
        object.addNull(key);
        return;
    }
    object.addKey(key);
    JsonObject inner(out);
    inner.add("min", int{range.min});
    inner.add("max", int{range.max});
}

void addNames(JsonObject& object, std::string_view key, const std::vector<std::string>& names, std::string& out) {
    object.addKey(key);
    JsonArray array(out);
    for (const std::string& name : names) {
        array.next();
        appendJsonString(out, name);
    }
}

}  // namespace

std::string schemaJson(const MessageLayout& layout, int headerVersion, const FieldHelp& help) {
    const MessageSpec& spec = *layout.spec;
    std::string out;
    {
        JsonObject object(out);
        object.add("name", spec.name);
        object.add("type", messageTypeName(spec.type));
        object.add("apiKey", spec.apiKey ? std::optional<std::int64_t>(*spec.apiKey) : std::nullopt);
        object.add("version", int{layout.version});
        object.add("flexible", layout.flexible);
        object.add("headerVersion", headerVersion >= 0 ? std::optional<std::int64_t>(headerVersion) : std::nullopt);
        object.add("validVersions", spec.validVersions.toString());
        object.add("unstable", spec.isUnstable(layout.version));
        object.add("release", spec.release);
        addNames(object, "listeners", spec.listeners, out);
        object.addKey("fields");
        FieldsJson(out, spec, help).structure(*layout.root);
    }
    return out;
}

void appendChangesJson(std::string& out, const std::vector<LayoutChange>& changes, const std::string& prefix,
                       bool& first) {
    for (const LayoutChange& change : changes) {
        if (!first) {
            out += ',';
        }
        first = false;
        JsonObject object(out);
        std::string path = prefix + change.path;
        if (change.path.empty() && !path.empty()) {
            path.pop_back();
        }
        object.add("path", path);
        object.add("change", change.change);
        object.addTextOrNull("from", change.from);
        object.addTextOrNull("to", change.to);
    }
}

std::string apiJson(const ApiInfo& api, const std::vector<BrokerRange>& brokers) {
    std::string out;
    {
        JsonObject object(out);
        object.add("key", int{api.key});
        object.add("name", api.name);
        addRange(object, "request", api.request, out);
        addRange(object, "response", api.response, out);
        object.add("flexibleSince", api.flexibleSince ? std::optional<std::int64_t>(*api.flexibleSince) : std::nullopt);
        addNames(object, "listeners", api.listeners, out);
        object.add("unstable", api.unstable);
        addNames(object, "releases", api.releases, out);
        object.addKey("brokers");
        JsonArray array(out);
        for (const BrokerRange& broker : brokers) {
            array.next();
            JsonObject inner(out);
            inner.add("id", int{broker.broker});
            inner.add("min", int{broker.range.min});
            inner.add("max", int{broker.range.max});
        }
    }
    return out;
}

}  // namespace brokerscope
