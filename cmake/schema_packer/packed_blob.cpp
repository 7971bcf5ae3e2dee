#include "packed_blob.h"

#include <nlohmann/json.hpp>
#include <stdexcept>

namespace {

using Json = nlohmann::ordered_json;

bool isDefinition(const std::string& path, const Json& json) {
    return path.rfind("schemas/", 0) == 0 && path.rfind("schemas/overlays/", 0) != 0 && json.is_object() &&
           json.contains("type") && json.contains("name");
}

std::string cell(const Json& json, const char* key, const char* fallback) {
    const auto found = json.find(key);
    if (found == json.end()) {
        return fallback;
    }
    return found->is_string() ? found->get<std::string>() : found->dump();
}

std::string definitionFacts(const Json& json) {
    std::string facts;
    facts += '\t' + cell(json, "type", "");
    facts += '\t' + cell(json, "name", "");
    facts += '\t' + cell(json, "apiKey", "-");
    facts += '\t' + cell(json, "validVersions", "none");
    facts += '\t' + cell(json, "flexibleVersions", "none");
    facts += cell(json, "latestVersionUnstable", "false") == "true" ? "\t1\t" : "\t0\t";
    std::string separator;
    if (json.contains("listeners")) {
        for (const Json& listener : json["listeners"]) {
            facts += separator + listener.get<std::string>();
            separator = ",";
        }
    }
    return facts;
}

}  // namespace

void PackedBlob::add(const std::string& path, const std::string& text) {
    try {
        const Json json = Json::parse(text, nullptr, true, true);
        const bool definition = isDefinition(path, json);
        m_entries[path] = {definition ? "definition" : "text", definition ? definitionFacts(json) : "", json.dump()};
    } catch (const nlohmann::json::exception& fault) {
        throw std::runtime_error(path + ": " + fault.what());
    }
}

std::string PackedBlob::bytes() const {
    std::string index = "brokerscope-blob 1\n";
    std::string data;
    for (const auto& [path, entry] : m_entries) {
        index += entry.kind + '\t' + path + '\t' + std::to_string(data.size()) + '\t' +
                 std::to_string(entry.text.size()) + entry.facts + '\n';
        data += entry.text;
    }
    return index + '\n' + data;
}
