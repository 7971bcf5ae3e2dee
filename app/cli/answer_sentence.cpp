#include "app/cli/answer_sentence.h"

#include "app/cli/counted.h"
#include "core/base/utc_time.h"
#include "core/text/assignment_text.h"

#include <array>
#include <fmt/format.h>

namespace brokerscope {
namespace {

// A row whose facts are asked by their names.
class RowWords {
public:
    explicit RowWords(const AnswerRow& row) : m_row(row) {}

    std::string name(std::string_view fact) const { return escapedName(text(fact)); }
    const std::string& text(std::string_view fact) const { return m_row.get<std::string>(fact); }
    std::int64_t number(std::string_view fact) const { return m_row.get<std::int64_t>(fact); }
    // "1 record", "2 records".
    std::string count(std::string_view fact, std::string_view one, std::string_view many) const {
        return counted(static_cast<std::uint64_t>(number(fact)), one, many);
    }
    std::string place(std::string_view fact) const { return placeText(m_row.get<RecordPlace>(fact)); }
    std::string topicPartition() const { return fmt::format("{}-{}", name("topic"), number("topicPartition")); }
    const AnswerRow& row() const { return m_row; }

private:
    const AnswerRow& m_row;
};

std::string hangingSentence(const RowWords& words) {
    const auto& ids = words.row().get<std::vector<std::string>>("transactionalIds");
    std::string known;
    for (const std::string& id : ids) {
        known += fmt::format("{}{}", known.empty() ? "" : " ", escapedName(id));
    }
    return fmt::format("producer {} epoch {} holds back {} from offset {} on, last written {}: its leader has the "
                       "transaction open, and no coordinator lists one{}",
                       words.number("producerId"), words.number("producerEpoch"), words.topicPartition(),
                       words.number("startOffset"), utcTime(words.number("lastMs")),
                       known.empty() ? "" : fmt::format(" (the log has the producer for {})", known));
}

std::string openSentence(const RowWords& words) {
    return fmt::format(
        "transaction {} of producer {} epoch {} ({}) holds back {}, open for {} ms of at most {}{} ({})",
        words.name("transactionalId"), words.number("producerId"), words.number("producerEpoch"), words.text("state"),
        escapedName(fmt::format("{}", fmt::join(words.row().get<std::vector<std::string>>("partitions"), " "))),
        words.number("openMs"), words.number("timeoutMs"), words.row().get<bool>("hanging") ? ": it hangs" : "",
        words.place("from"));
}

std::string pendingSentence(const RowWords& words) {
    return fmt::format("group {}: offset {} of {} waits for the transaction of producer {} ({})", words.name("group"),
                       words.number("offset"), words.topicPartition(), words.number("producerId"), words.place("from"));
}

std::string sizeSentence(const RowWords& words) {
    return fmt::format("group {}: {}, {} with an offset, about {} of state", words.name("group"),
                       words.count("members", "member", "members"),
                       words.count("partitions", "partition", "partitions"), words.count("bytes", "byte", "bytes"));
}

std::string aloneSentence(const RowWords& words) {
    return fmt::format("group {} is offsets alone, of {}: no record of its own, so no members", words.name("group"),
                       words.count("partitions", "partition", "partitions"));
}

std::string missingSentence(const RowWords& words) {
    return fmt::format("group {} has offset {} of {}, a topic that is not there (any more) ({})", words.name("group"),
                       words.number("offset"), words.topicPartition(), words.place("from"));
}

std::string backwardSentence(const RowWords& words) {
    return fmt::format("group {} went back on {} from {} ({}) to {} ({})", words.name("group"), words.topicPartition(),
                       words.number("before"), words.place("from"), words.number("after"), words.place("to"));
}

std::string rateSentence(const RowWords& words) {
    return fmt::format("group {} commits {:.2f} records a second: {}, {} in the busiest second", words.name("group"),
                       words.row().get<double>("perSecond"), words.count("commits", "record", "records"),
                       words.number("mostInASecond"));
}

std::string typeSentence(const RowWords& words) {
    std::string text = fmt::format("{}: {}, {}", words.text("type"), words.count("records", "record", "records"),
                                   words.count("bytes", "byte", "bytes"));
    if (words.row().find("keptRecords") != nullptr) {
        text += fmt::format("; a compaction of everything keeps {} ({}) and {}",
                            words.count("keptRecords", "value", "values"), words.count("keptBytes", "byte", "bytes"),
                            words.count("tombstones", "tombstone", "tombstones"));
    }
    return text;
}

std::string controlSentence(const RowWords& words) {
    return fmt::format("control records: {}, {}", words.count("records", "record", "records"),
                       words.count("bytes", "byte", "bytes"));
}

// In the order of the questions.
constexpr std::array kSentences{hangingSentence, openSentence,     pendingSentence, sizeSentence, aloneSentence,
                                missingSentence, backwardSentence, rateSentence,    typeSentence, controlSentence};

}  // namespace

std::string answerSentence(TopicQuestion question, const AnswerRow& row) {
    return kSentences[static_cast<std::size_t>(question)](RowWords(row));
}

}  // namespace brokerscope
