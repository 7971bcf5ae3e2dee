#include "core/log_files/checkpoint_text.h"

#include <array>
#include <charconv>
#include <fmt/format.h>
#include <span>

namespace brokerscope {
namespace {

constexpr std::int64_t kVersion = 0;
constexpr std::size_t kHeadLines = 2;

struct Column {
    std::string_view name;
    bool isNumber = true;
    bool isAscending = false;
};
constexpr std::array kEpochColumns{Column{"epoch", true, true}, Column{"startOffset", true, true}};
constexpr std::array kOffsetColumns{Column{"topic", false}, Column{"partition"}, Column{"offset"}};

struct Word {
    std::size_t at = 0;
    std::string_view text;
};

std::vector<Word> wordsOf(std::string_view line) {
    std::vector<Word> words;
    for (std::size_t at = line.find_first_not_of(" \t"); at < line.size(); at = line.find_first_not_of(" \t", at)) {
        const std::size_t end = std::min(line.find_first_of(" \t", at), line.size());
        words.push_back({at, line.substr(at, end - at)});
        at = end;
    }
    return words;
}

std::optional<std::int64_t> numberOf(std::string_view text) {
    std::int64_t number = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool isWhole = !text.empty() && fault == std::errc() && end == text.data() + text.size();
    return isWhole ? std::optional(number) : std::nullopt;
}

std::optional<std::int64_t> readHeadLine(StoredEntries& out, const std::vector<TextLine>& lines, std::size_t index,
                                         std::string_view name) {
    if (index >= lines.size()) {
        const TextLine end{lines.size() + 1, lines.empty() ? 0 : lines.back().position + lines.back().text.size(), {}};
        out.fault(end, 0, fmt::format("the {} is missing", name));
        return std::nullopt;
    }
    const auto number = numberOf(lines[index].text);
    if (!number) {
        out.fault(lines[index], 0, fmt::format("\"{}\" is no {}", lines[index].text, name));
        return std::nullopt;
    }
    out.addFact(name, *number);
    return number;
}

class RowReader {
public:
    RowReader(StoredEntries& out, std::span<const Column> columns)
        : m_out(out), m_columns(columns), m_last(columns.size()) {}

    void read(const TextLine& line) {
        const std::vector<Word> words = wordsOf(line.text);
        if (words.size() != m_columns.size()) {
            const std::size_t at = words.size() > m_columns.size() ? words[m_columns.size()].at : line.text.size();
            m_out.fault(line, at, fmt::format("{} values are expected, {} found", m_columns.size(), words.size()));
            return;
        }
        std::vector<EntryField> fields;
        for (std::size_t i = 0; i < words.size(); ++i) {
            const auto number = numberOf(words[i].text);
            if (m_columns[i].isNumber && !number) {
                m_out.fault(line, words[i].at, fmt::format("{} \"{}\" is no number", m_columns[i].name, words[i].text));
                return;
            }
            fields.push_back({m_columns[i].name,
                              m_columns[i].isNumber ? EntryValue(*number) : EntryValue(std::string(words[i].text))});
        }
        LogFileEntry& entry = m_out.add(line.position, line.text.size());
        entry.fields = std::move(fields);
        checkOrder(entry);
    }

private:
    void checkOrder(LogFileEntry& entry) {
        for (std::size_t i = 0; i < m_columns.size(); ++i) {
            const auto value = entry.number(m_columns[i].name);
            if (m_columns[i].isAscending && m_last[i] && *value <= *m_last[i]) {
                entry.remark(Severity::Error, MessageId::EntryOrder,
                             {std::string(m_columns[i].name), std::to_string(*value), std::to_string(*m_last[i])},
                             std::string(m_columns[i].name));
            }
            m_last[i] = value;
        }
    }

    StoredEntries& m_out;
    std::span<const Column> m_columns;
    std::vector<std::optional<std::int64_t>> m_last;
};

}  // namespace

std::unique_ptr<EntryReader> readCheckpointText(LogFileKind kind, std::string_view text) {
    auto out = std::make_unique<StoredEntries>();
    const std::vector<TextLine> lines = linesOf(text);
    const auto version = readHeadLine(*out, lines, 0, "version");
    if (version && *version != kVersion) {
        out->remark({Severity::Error,
                     MessageId::UnknownVersion,
                     {"the checkpoint", std::to_string(*version), std::to_string(kVersion)},
                     {BufferId::Main, 0, lines[0].text.size()},
                     "version"});
        return out;
    }
    const auto count = readHeadLine(*out, lines, 1, "count");
    const bool isEpochs = kind == LogFileKind::LeaderEpochCheckpoint;
    RowReader rows(*out, isEpochs ? std::span<const Column>(kEpochColumns) : std::span<const Column>(kOffsetColumns));
    for (std::size_t i = kHeadLines; i < lines.size(); ++i) {
        rows.read(lines[i]);
    }
    if (count && *count != static_cast<std::int64_t>(out->size())) {
        out->remark({Severity::Error,
                     MessageId::FileCountDiffers,
                     {std::to_string(*count), std::to_string(out->size())},
                     {BufferId::Main, lines[1].position, lines[1].text.size()},
                     "count"});
    }
    return out;
}

CheckpointGuess guessCheckpoint(std::string_view text) {
    const std::vector<TextLine> lines = linesOf(text);
    if (lines.size() < kHeadLines || numberOf(lines[0].text) != kVersion || !numberOf(lines[1].text)) {
        return {};
    }
    CheckpointGuess guess{true, LogFileKind::Unknown};
    if (lines.size() > kHeadLines) {
        const std::size_t words = wordsOf(lines[kHeadLines].text).size();
        guess.kind = words == kEpochColumns.size()    ? LogFileKind::LeaderEpochCheckpoint
                     : words == kOffsetColumns.size() ? LogFileKind::OffsetCheckpoint
                                                      : LogFileKind::Unknown;
    }
    return guess;
}

}  // namespace brokerscope
