#include "core/schema/schema_blob.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <set>

extern "C" {
extern const unsigned char brokerscope_embedded_begin[];
extern const std::uint64_t brokerscope_embedded_size;
}

namespace brokerscope {
namespace {

constexpr std::string_view kMagic = "brokerscope-blob 1\n";
constexpr std::string_view kPreview = "preview";

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for (std::size_t start = 0;;) {
        const std::size_t end = text.find(separator, start);
        parts.push_back(text.substr(start, end - start));
        if (end == text.npos) {
            return parts;
        }
        start = end + 1;
    }
}

template <typename T>
std::optional<T> numberOf(std::string_view text) {
    T number = 0;
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
    return status == std::errc{} && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

// schemas/<release>/<component>/<Name>.json
void readOrigin(std::string_view path, DefinitionHead& head) {
    const auto folders = split(path, '/');
    head.release = folders.size() > 2 ? folders[1] : std::string_view{};
    head.component = folders.size() > 3 ? folders[2] : std::string_view{};
    head.isPreview = head.release == kPreview;
    head.file = path;
}

bool readHead(const std::vector<std::string_view>& cells, DefinitionHead& head) {
    const auto type = messageTypeByName(cells[4]);
    const auto apiKey = cells[6] == "-" ? std::optional<std::int16_t>{} : numberOf<std::int16_t>(cells[6]);
    const auto valid = VersionRange::parse(cells[7]);
    const auto flexible = VersionRange::parse(cells[8]);
    if (!type || !valid || !flexible || apiKey.has_value() == (cells[6] == "-")) {
        return false;
    }
    head.type = *type;
    head.name = cells[5];
    head.apiKey = apiKey;
    head.validVersions = *valid;
    head.flexibleVersions = *flexible;
    head.latestVersionUnstable = cells[9] == "1";
    for (const std::string_view listener :
         cells[10].empty() ? std::vector<std::string_view>{} : split(cells[10], ',')) {
        head.listeners.emplace_back(listener);
    }
    readOrigin(cells[1], head);
    return true;
}

std::vector<int> releaseNumbers(std::string_view release) {
    std::vector<int> numbers;
    for (const std::string_view part : split(release, '.')) {
        numbers.push_back(numberOf<int>(part).value_or(0));
    }
    return numbers;
}

}  // namespace

bool SchemaBlob::readLine(std::string_view line, std::string_view data) {
    const auto cells = split(line, '\t');
    const bool isDefinition = cells.size() == 11 && cells[0] == "definition";
    if (!isDefinition && !(cells.size() == 4 && cells[0] == "text")) {
        return false;
    }
    const auto offset = numberOf<std::size_t>(cells[2]);
    const auto size = numberOf<std::size_t>(cells[3]);
    if (!offset || !size || *offset > data.size() || *size > data.size() - *offset) {
        return false;
    }
    const std::string_view text = data.substr(*offset, *size);
    if (!isDefinition) {
        m_texts.push_back({cells[1], text});
        return true;
    }
    m_definitions.push_back({{}, text});
    return readHead(cells, m_definitions.back().head);
}

Result<SchemaBlob> SchemaBlob::read(std::string_view blob) {
    const std::size_t indexEnd = blob.find("\n\n");
    if (!blob.starts_with(kMagic) || indexEnd == blob.npos) {
        return failure(MessageId::SchemaUnreadable, {"blob", "no index"});
    }
    SchemaBlob result;
    const std::string_view data = blob.substr(indexEnd + 2);
    const auto lines = split(blob.substr(0, indexEnd), '\n');
    for (std::size_t i = 1; i < lines.size(); ++i) {
        if (!result.readLine(lines[i], data)) {
            return failure(MessageId::SchemaUnreadable, {"blob", "line " + std::to_string(i + 1) + " of the index"});
        }
    }
    return result;
}

const SchemaBlob& SchemaBlob::embedded() {
    static const SchemaBlob blob = [] {
        const auto* begin = reinterpret_cast<const char*>(brokerscope_embedded_begin);
        return SchemaBlob::read({begin, static_cast<std::size_t>(brokerscope_embedded_size)}).value_or(SchemaBlob{});
    }();
    return blob;
}

std::optional<std::string_view> SchemaBlob::text(std::string_view path) const {
    const auto found = std::lower_bound(m_texts.begin(), m_texts.end(), path,
                                        [](const Text& text, std::string_view wanted) { return text.path < wanted; });
    return found != m_texts.end() && found->path == path ? std::optional(found->text) : std::nullopt;
}

std::vector<SchemaBlob::Text> SchemaBlob::textsUnder(std::string_view folder) const {
    std::vector<Text> result;
    std::copy_if(m_texts.begin(), m_texts.end(), std::back_inserter(result),
                 [&](const Text& text) { return text.path.starts_with(folder); });
    return result;
}

std::vector<std::string> SchemaBlob::releases() const {
    std::set<std::string> names;
    for (const Definition& definition : m_definitions) {
        if (!definition.head.isPreview) {
            names.insert(definition.head.release);
        }
    }
    std::vector<std::string> result(names.begin(), names.end());
    std::sort(result.begin(), result.end(),
              [](const std::string& a, const std::string& b) { return releaseNumbers(a) > releaseNumbers(b); });
    return result;
}

}  // namespace brokerscope
