#pragma once

#include "core/workbench/topic_answers.h"

#include <fmt/format.h>

#include <string>
#include <type_traits>
#include <vector>

namespace brokerscope::testing {

inline std::string valueText(const AnswerValue& value) {
    return std::visit(
        [](const auto& one) {
            using Value = std::decay_t<decltype(one)>;
            if constexpr (std::is_same_v<Value, RecordPlace>) {
                return placeText(one);
            } else if constexpr (std::is_same_v<Value, std::vector<std::string>>) {
                return fmt::format("{}", fmt::join(one, ","));
            } else {
                return fmt::format("{}", one);
            }
        },
        value);
}

// "g t 0 9 4 18:2 18:4 3000 @18:4": the values, the record, and "!" of a problem.
inline std::string lineOf(const AnswerRow& row) {
    std::string line;
    for (const AnswerFact& fact : row.facts) {
        line += (line.empty() ? "" : " ") + valueText(fact.value);
    }
    return line + (row.record.offset < 0 ? "" : " @" + placeText(row.record)) + (row.isProblem ? " !" : "");
}

inline std::vector<std::string> answerLines(const TopicAnswers& all, TopicQuestion question) {
    std::vector<std::string> lines;
    for (const TopicAnswer& one : all.answers) {
        if (one.question == question) {
            for (const AnswerRow& row : one.rows) {
                lines.push_back(lineOf(row));
            }
            return lines;
        }
    }
    return {"not asked"};
}

}  // namespace brokerscope::testing
