#include "ui/models/rebalance_story.h"

#include "ui/models/group_words.h"
#include "ui/models/value_format.h"

#include <QCoreApplication>
#include <QDateTime>

#include <algorithm>
#include <functional>
#include <map>
#include <tuple>
#include <utility>

namespace brokerscope {
namespace {

constexpr std::size_t kMostNamed = 8;  // partitions or members in one sentence

QString storyClock(std::int64_t ms, const QTimeZone& zone) {
    return QDateTime::fromMSecsSinceEpoch(ms, zone).toString(QStringLiteral("HH:mm:ss.zzz"));
}

// "a, b and 3 more". Names are made of those that are told alone: there may be thousands.
template <class Thing, class Name>
QString listText(const std::vector<Thing>& things, Name name) {
    const std::size_t told = std::min(things.size(), kMostNamed);
    QStringList names;
    for (std::size_t i = 0; i < told; ++i) {
        names.append(name(things[i]));
    }
    const QString list = names.join(QStringLiteral(", "));
    return told == things.size()
               ? list
               : QCoreApplication::translate("RebalanceStory", "%1 and %2 more").arg(list).arg(things.size() - told);
}

// The first of them, each as `part` says.
template <class Map, class Part>
QString partsText(const Map& all, Part part) {
    QStringList parts;
    for (const auto& [key, things] : all) {
        if (static_cast<std::size_t>(parts.size()) == kMostNamed) {
            parts.append(QStringLiteral("…"));
            break;
        }
        parts.append(part(key, things));
    }
    return parts.join(QStringLiteral(" · "));
}

// Tells one rebalance, line by line.
class Teller {
public:
    Teller(const TimelineSnapshot& timeline, const Rebalance& rebalance, std::int64_t nowMs)
        : m_lanes(timeline.lanes), m_rebalance(rebalance), m_nowMs(nowMs) {}

    std::vector<StoryLine> tell() {
        triggers();
        if (isRunning()) {
            waiting();
        }
        moves();
        unowned();
        slowest();
        phases();
        remarks();
        return std::move(m_lines);
    }
    bool isRunning() const { return m_rebalance.durationMs() < 0; }

private:
    void add(const QString& label, const QString& text, bool isPressing = false) {
        m_lines.push_back({label, text, std::nullopt, isPressing});
    }

    void triggers() {
        for (const RebalanceTrigger& trigger : m_rebalance.triggers) {
            QString text = QString::fromStdString(trigger.words);
            if (text.isEmpty()) {
                text = reasonText(trigger.reason);
                if (trigger.member != MemberIndex::None) {
                    text = memberText(m_lanes, trigger.member) + QLatin1Char(' ') + text;
                }
            }
            if (trigger.certainty == Certainty::Inferred) {
                text += QCoreApplication::translate("RebalanceStory", " (inferred)");
            }
            const bool hasEvidence = !evidenceShown(trigger.evidence).isEmpty();
            m_lines.push_back({m_lines.empty() ? QCoreApplication::translate("RebalanceStory", "Why")
                                               : QCoreApplication::translate("RebalanceStory", "And"),
                               text, hasEvidence ? std::optional(trigger.evidence) : std::nullopt, false});
        }
    }

    void waiting() {
        const bool isAssigning = !m_lanes.states.empty() && m_lanes.states.back().state == "Assigning";
        if (!m_rebalance.waitingFor.empty()) {
            add(QCoreApplication::translate("RebalanceStory", "Still missing"),
                listText(m_rebalance.waitingFor, [this](MemberIndex member) { return memberText(m_lanes, member); }),
                true);
        } else if (isAssigning) {
            add(QCoreApplication::translate("RebalanceStory", "Waits for"),
                QCoreApplication::translate("RebalanceStory",
                                            "the assignment interval, then for the next heartbeat of any member"),
                true);
        }
        if (m_rebalance.waitsAtMostUntilMs >= 0) {
            const std::int64_t left = m_rebalance.waitsAtMostUntilMs - m_nowMs;
            add(QCoreApplication::translate("RebalanceStory", "Waits at most"),
                left > 0 ? QCoreApplication::translate("RebalanceStory", "%1 more").arg(spanText(left))
                         : QCoreApplication::translate("RebalanceStory", "is over: the coordinator goes on without"),
                true);
        }
    }

    void moves() {
        if (m_rebalance.moved.empty()) {
            add(QCoreApplication::translate("RebalanceStory", "Moved"),
                isRunning() ? QCoreApplication::translate("RebalanceStory", "nothing yet")
                            : QCoreApplication::translate("RebalanceStory", "nothing"));
            return;
        }
        std::map<std::pair<MemberIndex, MemberIndex>, std::vector<PartitionIndex>> ways;
        for (const MovedPartition& moved : m_rebalance.moved) {
            ways[{moved.from, moved.to}].push_back(moved.partition);
        }
        const auto active = std::ranges::count(m_lanes.partitions, TaskRole::Active, &PartitionLane::role);
        add(QCoreApplication::translate("RebalanceStory", "Moved %1 of %2")
                .arg(grouped(static_cast<std::int64_t>(m_rebalance.moved.size())), grouped(active)),
            partsText(ways, [this](const auto& way, const auto& partitions) {
                return QStringLiteral("%1  %2 → %3")
                    .arg(partitionsText(partitions), memberText(m_lanes, way.first), memberText(m_lanes, way.second));
            }));
    }

    void unowned() {
        std::vector<MovedPartition> all = m_rebalance.moved;
        all.insert(all.end(), m_rebalance.returned.begin(), m_rebalance.returned.end());
        std::erase_if(all, [](const MovedPartition& moved) { return moved.unownedMs == 0; });
        if (all.empty()) {
            return;
        }
        // The longest first, those of one length together.
        using Length = std::tuple<std::int64_t, std::int64_t, std::int64_t, bool>;
        std::map<Length, std::vector<PartitionIndex>, std::greater<>> lengths;
        std::map<Length, const MovedPartition*> shown;
        for (const MovedPartition& moved : all) {
            const Length length{std::max(moved.unownedMs, moved.atLeastMs), moved.unownedMs, moved.atLeastMs,
                                moved.certainty == Certainty::Inferred};
            lengths[length].push_back(moved.partition);
            shown.emplace(length, &moved);
        }
        add(QCoreApplication::translate("RebalanceStory", "Unowned"),
            partsText(lengths, [&](const Length& length, const auto& partitions) {
                return QStringLiteral("%1 %2").arg(partitionsText(partitions), unownedShown(*shown.at(length)));
            }));
    }

    void slowest() {
        if (m_rebalance.slowest == MemberIndex::None) {
            return;
        }
        const LaneSpan& span = m_rebalance.slowestPhase.span;
        const std::int64_t ms = (span.toMs == kStillGoing ? m_nowMs : span.toMs) - span.fromMs;
        add(QCoreApplication::translate("RebalanceStory", "Waited longest for"),
            QCoreApplication::translate("RebalanceStory", "%1: %2, %3")
                .arg(memberText(m_lanes, m_rebalance.slowest), phaseText(m_rebalance.slowestPhase.kind), spanText(ms)));
    }

    // Of each kind the longest one.
    void phases() {
        std::map<RebalancePhaseKind, std::int64_t> longest;
        for (const RebalancePhase& phase : m_rebalance.phases) {
            const std::int64_t end = phase.span.toMs == kStillGoing ? m_nowMs : phase.span.toMs;
            std::int64_t& ms = longest[phase.kind];
            ms = std::max(ms, end - phase.span.fromMs);
        }
        QStringList parts;
        for (const auto& [kind, ms] : longest) {
            parts.append(kind == RebalancePhaseKind::NotLogged
                             ? phaseText(kind)
                             : QStringLiteral("%1 %2").arg(phaseText(kind), spanText(ms)));
        }
        if (!parts.isEmpty()) {
            add(QCoreApplication::translate("RebalanceStory", "Phases"), parts.join(QStringLiteral(" · ")));
        }
    }

    void remarks() {
        if (m_rebalance.mode == "eager") {
            add(QCoreApplication::translate("RebalanceStory", "Mode"),
                QCoreApplication::translate("RebalanceStory",
                                            "eager: every member gives up all it has before it joins again"));
        } else if (m_rebalance.mode == "cooperative") {
            add(QCoreApplication::translate("RebalanceStory", "Mode"),
                QCoreApplication::translate("RebalanceStory", "cooperative: members keep what stays theirs"));
        }
        if (m_rebalance.foldedEpochs > 0) {
            add(QCoreApplication::translate("RebalanceStory", "Also"),
                QCoreApplication::translate("RebalanceStory", "%1 more epochs in which nothing moved")
                    .arg(m_rebalance.foldedEpochs));
        }
        if (m_rebalance.isInterrupted) {
            add(QCoreApplication::translate("RebalanceStory", "Not finished"),
                QCoreApplication::translate("RebalanceStory", "the next one began before every member had its part"));
        }
    }

    QString partitionsText(const std::vector<PartitionIndex>& partitions) const {
        return listText(partitions, [this](PartitionIndex index) { return nameOfPartition(index); });
    }
    QString nameOfPartition(PartitionIndex index) const {
        return static_cast<std::size_t>(index) < m_lanes.partitions.size()
                   ? partitionText(m_lanes.partitions[static_cast<std::size_t>(index)])
                   : QCoreApplication::translate("RebalanceStory", "a partition that is not kept");
    }

    const GroupLanes& m_lanes;
    const Rebalance& m_rebalance;
    std::int64_t m_nowMs;
    std::vector<StoryLine> m_lines;
};

}  // namespace

RebalanceStory storyOf(const TimelineSnapshot& timeline, const Rebalance& rebalance, std::int64_t nowMs,
                       const QTimeZone& zone) {
    Teller teller(timeline, rebalance, nowMs);
    RebalanceStory story;
    story.isRunning = teller.isRunning();
    story.title = QCoreApplication::translate("RebalanceStory", "Rebalance %1").arg(rebalance.number);
    if (const QString epoch = epochText(rebalance.type, rebalance.epochAfter); !epoch.isEmpty()) {
        story.title += QStringLiteral(" → ") + epoch;
    }
    story.facts = story.isRunning ? QCoreApplication::translate("RebalanceStory", "since %1 · %2")
                                        .arg(storyClock(rebalance.span.fromMs, zone),
                                             spanText(std::max<std::int64_t>(0, nowMs - rebalance.span.fromMs)))
                                  : QStringLiteral("%1 – %2 · %3")
                                        .arg(storyClock(rebalance.span.fromMs, zone),
                                             storyClock(rebalance.span.toMs, zone), spanText(rebalance.durationMs()));
    story.lines = teller.tell();
    return story;
}

}  // namespace brokerscope
