#include "core/log_files/checkpoint_reader.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace brokerscope {
namespace {

using Column = CheckpointReader::Column;

constexpr std::int64_t kVersion = 0;
constexpr std::array kEpochColumns{Column{"epoch", true, true}, Column{"startOffset", true, true}};
constexpr std::array kOffsetColumns{Column{"topic", false}, Column{"partition"}, Column{"offset"}};
constexpr std::string_view kSpace = " \t";

struct Word {
    std::size_t at = 0;
    std::string_view text;
};

// The first words of a line, and how many there are.
std::size_t splitWords(std::string_view line, std::span<Word> words) {
    std::size_t count = 0;
    for (std::size_t at = line.find_first_not_of(kSpace); at < line.size(); at = line.find_first_not_of(kSpace, at)) {
        const std::size_t end = std::min(line.find_first_of(kSpace, at), line.size());
        if (count < words.size()) {
            words[count] = {at, line.substr(at, end - at)};
        }
        ++count;
        at = end;
    }
    return count;
}

}  // namespace

CheckpointReader::CheckpointReader(LogFileKind kind, ByteBuffer text, const Limits& limits)
    : EntryReader(limits), m_text(std::move(text)), m_lines(asText(m_text)) {
    m_columns = kind == LogFileKind::LeaderEpochCheckpoint ? std::span<const Column>(kEpochColumns)
                                                           : std::span<const Column>(kOffsetColumns);
    m_last.resize(m_columns.size());
    TextLine line;
    const auto version = readHead("version", line);
    if (version && *version != kVersion) {
        addRemark({Severity::Error,
                   MessageId::UnknownVersion,
                   {"the checkpoint", std::to_string(*version), std::to_string(kVersion)},
                   {BufferId::Main, 0, line.text.size()},
                   "version"});
        m_isAtEnd = true;
        return;
    }
    m_said = readHead("count", m_countLine);
}

std::optional<std::int64_t> CheckpointReader::readHead(std::string_view name, TextLine& line) {
    const bool isThere = m_lines.next(line);
    const auto number = wholeNumber(line.text);
    if (number) {
        m_facts.push_back({name, *number});
    } else {
        addRemark(line.fault(0, isThere ? fmt::format("\"{}\" is no {}", line.text, name)
                                        : fmt::format("the {} is missing", name)));
    }
    return number;
}

bool CheckpointReader::next(LogFileEntry& entry) {
    TextLine line;
    while (!m_isAtEnd && m_lines.next(line)) {
        if (readLine(entry, line)) {
            entry.index = m_read++;
            return true;
        }
    }
    if (!std::exchange(m_isAtEnd, true) && m_said && *m_said != static_cast<std::int64_t>(m_read)) {
        addRemark({Severity::Error,
                   MessageId::FileCountDiffers,
                   {std::to_string(*m_said), std::to_string(m_read)},
                   {BufferId::Main, m_countLine.position, m_countLine.text.size()},
                   "count"});
    }
    return false;
}

bool CheckpointReader::readLine(LogFileEntry& entry, const TextLine& line) {
    // One more than there may be: its place is that of the fault.
    std::array<Word, kOffsetColumns.size() + 1> words;
    const std::size_t count = splitWords(line.text, words);
    if (count != m_columns.size()) {
        const std::size_t at = count > m_columns.size() ? words[m_columns.size()].at : line.text.size();
        addRemark(line.fault(at, fmt::format("{} values are expected, {} found", m_columns.size(), count)));
        return false;
    }
    entry.position = line.position;
    entry.size = line.text.size();
    entry.fields.clear();
    entry.remarks.clear();
    for (std::size_t i = 0; i < count; ++i) {
        const Column& column = m_columns[i];
        const auto number = wholeNumber(words[i].text);
        if (column.isNumber && !number) {
            addRemark(line.fault(words[i].at, fmt::format("{} \"{}\" is no number", column.name, words[i].text)));
            return false;
        }
        entry.fields.push_back(
            {column.name, column.isNumber ? EntryValue(*number) : EntryValue(std::string(words[i].text))});
    }
    checkOrder(entry);
    return true;
}

void CheckpointReader::checkOrder(LogFileEntry& entry) {
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

CheckpointGuess guessCheckpoint(std::string_view text) {
    TextLines lines(text);
    TextLine line;
    if (!lines.next(line) || wholeNumber(line.text) != kVersion || !lines.next(line) || !wholeNumber(line.text)) {
        return {};
    }
    CheckpointGuess guess{true, LogFileKind::Unknown};
    if (lines.next(line)) {
        const std::size_t words = splitWords(line.text, {});
        guess.kind = words == kEpochColumns.size()    ? LogFileKind::LeaderEpochCheckpoint
                     : words == kOffsetColumns.size() ? LogFileKind::OffsetCheckpoint
                                                      : LogFileKind::Unknown;
    }
    return guess;
}

}  // namespace brokerscope
