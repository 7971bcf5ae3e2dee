#include "app/cli/offsets_differences.h"

#include "app/cli/counted.h"
#include "core/internal_topics/group_topic_state.h"
#include "core/text/assignment_text.h"
#include "core/text/json_object.h"
#include "core/workbench/state_questions.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <ostream>
#include <thread>

namespace brokerscope {
namespace {

// What a commit or a heartbeat sets off is over by then.
constexpr std::chrono::milliseconds kBetweenLooks{1000};

std::string orNothing(const std::string& text) {
    return text.empty() ? "nothing" : escapedName(text);
}

// What moves on from look to look, as commits do, is not the same difference.
bool isSameFact(const StateDifference& left, const StateDifference& right) {
    return left.object == right.object && left.fact == right.fact && left.logged == right.logged &&
           left.from == right.from && left.told == right.told;
}

}  // namespace

int OffsetsDifferences::run(const Read& read) {
    Look first = look(read);
    if (first.status == kNoAnswer || first.status == kUsageError) {
        return first.status;
    }
    std::vector<StateDifference> lasting;
    StateComparison* last = &first.found;
    Look second;
    if (!first.found.differences.empty()) {
        std::this_thread::sleep_for(kBetweenLooks);
        second = look(read);
        last = &second.found;
        std::ranges::copy_if(second.found.differences, std::back_inserter(lasting), [&](const StateDifference& each) {
            return std::ranges::any_of(first.found.differences,
                                       [&each](const StateDifference& before) { return isSameFact(each, before); });
        });
    }
    for (const StateDifference& difference : lasting) {
        print(difference);
    }
    m_context.streams.out.flush();
    int status = std::max(first.status, second.status);
    for (const std::string& sentence : last->unanswered) {
        status = std::max(status, m_context.fail(kDataError, sentence));
    }
    m_context.remark(fmt::format("{} compared, {}", counted(last->facts, "fact", "facts"),
                                 counted(lasting.size(), "difference", "differences")));
    return lasting.empty() ? status : std::max<int>(status, kDataError);
}

OffsetsDifferences::Look OffsetsDifferences::look(const Read& read) {
    Look look;
    OffsetsState state(m_context, m_printing);
    look.status = std::max(read(state), state.status());
    if (look.status == kNoAnswer || look.status == kUsageError) {
        return look;
    }
    m_printing.decodedAs == kOffsetsTopic ? lookAtGroups(state, look) : lookAtOthers(state, look);
    return look;
}

void OffsetsDifferences::lookAtGroups(const OffsetsState& state, Look& look) {
    Told told;
    Offsets offsets;
    if (ask(state, told, look) && askOffsets(told, offsets, look)) {
        compare(state, told, offsets, look.found);
    }
}

void OffsetsDifferences::lookAtOthers(const OffsetsState& state, Look& look) {
    const auto& snapshot = m_cluster.view().snapshot;
    ToldState told;
    if (snapshot == nullptr) {
        told.unanswered("which brokers there are is not known");
    } else {
        for (StateQuestion& question : stateQuestions(state.topic().word, state.states(), *snapshot)) {
            auto asking = m_cluster.workbench().send(std::move(question.request));
            asking.waitForFinished();
            takeAnswer(m_context.registry(), question, asking.result(), told);
        }
        if (snapshot->fromController) {
            told.unanswered("controllers answer for a part of it alone: --bootstrap with a broker's listener asks for "
                            "all");
        }
    }
    told.compare(
        state.states(), [this](const StateObjectId& id) { return m_printing.isWanted(id); }, look.found);
}

bool OffsetsDifferences::ask(const OffsetsState& state, Told& told, Look& look) {
    GroupSurveyOptions wanted;
    wanted.choice = m_context.choice();
    wanted.groups = m_printing.groups;
    wanted.patience = m_cluster.workbench().settings().timeout;
    const GroupSurveyResult survey =
        surveyGroups(m_cluster.workbench(), m_context.registry(), std::move(wanted), m_context.limits);
    if (survey.problem) {
        look.status = std::max(look.status, m_cluster.fail(m_context, *survey.problem));
        return false;
    }
    look.found.unanswered = survey.unanswered;
    for (const SurveyedGroup& group : survey.groups) {
        told[group.group] = group;
    }
    // What no broker lists is not there.
    for (const auto& [partition, folded] : state.states()) {
        for (const StateObjectId& object : folded->objects()) {
            if (m_printing.isWanted(object)) {
                SurveyedGroup& group = told[object.id];
                group.group = object.id;
                if (!group.isThere && group.problem.empty() && !survey.unanswered.empty()) {
                    group.problem = "not every broker listed its groups";
                }
            }
        }
    }
    return true;
}

// Share groups commit no offsets.
bool OffsetsDifferences::askOffsets(const Told& told, Offsets& offsets, Look& look) {
    GroupOffsetsOptions asked;
    for (const auto& [name, group] : told) {
        if (group.isThere && group.type != GroupType::Share) {
            asked.groups.push_back(name);
        }
    }
    if (asked.groups.empty()) {
        return true;
    }
    auto asking = m_cluster.workbench().groupOffsets(std::move(asked));
    asking.waitForFinished();
    const auto answered = asking.result();
    if (!answered) {
        look.status = std::max(look.status, m_context.fail(kNoAnswer, answered.error().text()));
        return false;
    }
    for (const GroupOffsets& each : *answered) {
        offsets[each.group] = each;
    }
    return true;
}

void OffsetsDifferences::compare(const OffsetsState& state, const Told& told, const Offsets& offsets,
                                 StateComparison& found) const {
    const TopicRecordReader reader(m_context.registry(), m_context.choice());
    const GroupStateReplay nothing(reader, -1);
    for (const auto& [name, group] : told) {
        const GroupStateReplay* replay = &nothing;
        for (const auto& [partition, folded] : state.states()) {
            const GroupStateReplay& candidate = dynamic_cast<const GroupTopicState&>(*folded).replay();
            replay = candidate.find(name) != nullptr ? &candidate : replay;
        }
        const auto committed = offsets.find(name);
        compareGroup(*replay, replay->find(name), group, committed == offsets.end() ? nullptr : &committed->second,
                     found);
    }
}

void OffsetsDifferences::print(const StateDifference& difference) {
    std::ostream& out = m_context.streams.out;
    if (!m_printing.isJson) {
        out << fmt::format("{} {}{}{}: the log says {}{}, {} says {}\n", objectKindName(difference.object.kind),
                           escapedName(difference.object.id), difference.fact.empty() ? "" : " ",
                           escapedName(difference.fact), orNothing(difference.logged),
                           difference.from.offset < 0 ? "" : fmt::format(" ({})", placeText(difference.from)),
                           escapedName(difference.source), orNothing(difference.told));
        return;
    }
    std::string line;
    {
        JsonObject object(line);
        const auto addText = [&object](std::string_view key, const std::string& text) {
            if (text.empty()) {
                object.addNull(key);
            } else {
                object.add(key, text);
            }
        };
        object.add(objectKindName(difference.object.kind), difference.object.id);
        addText("fact", difference.fact);
        addText("log", difference.logged);
        addText("from", difference.from.offset < 0 ? std::string() : placeText(difference.from));
        addText("broker", difference.told);
        object.add("source", difference.source);
    }
    out << line << '\n';
}

}  // namespace brokerscope
