#include "core/log_files/properties_text.h"

#include "core/base/uuid.h"
#include "core/log_files/single_entry.h"
#include "core/log_files/text_lines.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>
#include <span>
#include <unordered_set>

namespace brokerscope {
namespace {

enum class Shape : std::uint8_t { Number, Uuid, Text };

struct KeyRule {
    std::string_view key;
    Shape shape;
    bool isRequired;
};
constexpr std::array kMetaKeys{
    KeyRule{"version", Shape::Number, true},     KeyRule{"cluster.id", Shape::Text, false},
    KeyRule{"node.id", Shape::Number, false},    KeyRule{"broker.id", Shape::Number, false},
    KeyRule{"directory.id", Shape::Uuid, false},
};
constexpr std::array kPartitionKeys{
    KeyRule{"version", Shape::Number, true},
    KeyRule{"topic_id", Shape::Uuid, true},
};
constexpr std::string_view kPropertySpace = " \t\f";

void appendUtf8(std::string& out, unsigned point) {
    if (point < 0x80) {
        out += static_cast<char>(point);
    } else if (point < 0x800) {
        out += static_cast<char>(0xc0 | (point >> 6));
        out += static_cast<char>(0x80 | (point & 0x3f));
    } else {
        out += static_cast<char>(0xe0 | (point >> 12));
        out += static_cast<char>(0x80 | ((point >> 6) & 0x3f));
        out += static_cast<char>(0x80 | (point & 0x3f));
    }
}

// What an escape at `at` (behind the backslash) stands for; moves past it.
void appendEscape(std::string& out, std::string_view text, std::size_t& at) {
    static constexpr std::string_view kLetters = "tnrf";
    static constexpr std::string_view kMeanings = "\t\n\r\f";
    if (text[at] == 'u' && at + 4 < text.size()) {
        unsigned point = 0;
        const char* const first = text.data() + at + 1;
        if (std::from_chars(first, first + 4, point, 16).ptr == first + 4) {
            appendUtf8(out, point);
            at += 5;
            return;
        }
    }
    const std::size_t letter = kLetters.find(text[at]);
    out += letter == std::string_view::npos ? text[at] : kMeanings[letter];
    ++at;
}

// Reads up to one of `ends`, which is not escaped.
std::string readPart(std::string_view text, std::size_t& at, std::string_view ends) {
    std::string part;
    while (at < text.size() && ends.find(text[at]) == std::string_view::npos) {
        if (text[at] == '\\' && at + 1 < text.size()) {
            ++at;
            appendEscape(part, text, at);
        } else {
            part += text[at++];
        }
    }
    return part;
}

void skipSpace(std::string_view text, std::size_t& at) {
    at = std::min(text.find_first_not_of(kPropertySpace, at), text.size());
}

bool isContinued(std::string_view line) {
    const std::size_t last = line.find_last_not_of('\\');
    return (line.size() - (last == std::string_view::npos ? 0 : last + 1)) % 2 == 1;
}

class PropertiesReader {
public:
    PropertiesReader(SingleEntry& out, std::span<const KeyRule> rules, std::size_t size)
        : m_out(out), m_rules(rules), m_entry(out.entry(size)) {}

    void read(const TextLine& line, std::string_view text) {
        std::size_t at = 0;
        skipSpace(text, at);
        if (at == text.size() || text[at] == '#' || text[at] == '!') {
            return;
        }
        const std::size_t keyAt = at;
        const std::string key = readPart(text, at, " \t\f=:");
        skipSpace(text, at);
        if (at < text.size() && (text[at] == '=' || text[at] == ':')) {
            ++at;
            skipSpace(text, at);
        }
        const std::size_t valueAt = at;
        const std::string value = readPart(text, at, {});
        add(line, keyAt, key, valueAt, value);
    }

    std::uint64_t count() const { return m_entry.fields.size(); }

    void finish() {
        for (const KeyRule& rule : m_rules) {
            if (rule.isRequired && !has(rule.key)) {
                m_entry.remark(Severity::Error, MessageId::EntryMissing, {std::string(rule.key), ""},
                               std::string(rule.key));
            }
        }
    }

private:
    bool has(std::string_view key) const { return m_keys.contains(key); }

    void add(const TextLine& line, std::size_t keyAt, const std::string& key, std::size_t valueAt,
             const std::string& value) {
        if (has(key)) {
            m_out.remark(
                line.fault(keyAt, fmt::format("{} is there twice; the last value is used", key), Severity::Warning));
        }
        const auto rule = std::find_if(m_rules.begin(), m_rules.end(), [&](const KeyRule& r) { return r.key == key; });
        const Shape shape = rule == m_rules.end() ? Shape::Text : rule->shape;
        EntryValue kept = value;
        if (const auto number = wholeNumber(value); shape == Shape::Number && number) {
            kept = *number;
        } else if (shape == Shape::Number) {
            m_out.remark(line.fault(valueAt, fmt::format("{} \"{}\" is no number", key, value)));
        } else if (shape == Shape::Uuid && !Uuid::fromString(value)) {
            m_out.remark(line.fault(valueAt, fmt::format("{} \"{}\" is no id", key, value)));
        }
        const std::string_view name = m_out.keep(key);
        m_keys.insert(name);
        m_entry.fields.push_back({name, std::move(kept)});
    }

    SingleEntry& m_out;
    std::span<const KeyRule> m_rules;
    LogFileEntry& m_entry;
    std::unordered_set<std::string_view> m_keys;
};

}  // namespace

std::unique_ptr<EntryReader> readPropertiesText(LogFileKind kind, std::string_view text, const Limits& limits) {
    auto out = std::make_unique<SingleEntry>(limits);
    const bool isPartition = kind == LogFileKind::PartitionMetadata;
    PropertiesReader reader(
        *out, isPartition ? std::span<const KeyRule>(kPartitionKeys) : std::span<const KeyRule>(kMetaKeys),
        text.size());
    TextLines lines(text);
    TextLine line;
    std::string joined;
    std::optional<TextLine> first;
    while (reader.count() < limits.nodes && lines.next(line)) {
        std::string_view part = line.text;
        if (first) {
            part.remove_prefix(std::min(part.find_first_not_of(kPropertySpace), part.size()));
        }
        joined += part;
        first = first ? first : line;
        if (isContinued(part)) {
            joined.pop_back();
            continue;
        }
        reader.read(*first, joined);
        joined.clear();
        first.reset();
    }
    if (first) {
        reader.read(*first, joined);
    }
    if (lines.next(line)) {
        out->remark({Severity::Error,
                     MessageId::LimitExceeded,
                     {"nodes", std::to_string(limits.nodes + 1), std::to_string(limits.nodes)},
                     {BufferId::Main, line.position, text.size() - line.position},
                     {}});
    }
    reader.finish();
    return out;
}

}  // namespace brokerscope
