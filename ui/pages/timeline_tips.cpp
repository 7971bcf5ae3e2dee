#include "ui/pages/timeline_tips.h"

#include "ui/models/group_words.h"
#include "ui/models/rebalance_story.h"
#include "ui/models/value_format.h"
#include "ui/timeline/time_ticks.h"
#include "ui/timeline/timeline_lanes.h"

#include <QCoreApplication>

#include <algorithm>

namespace brokerscope {
namespace {

// Makes the tip of one place.
class TipWriter {
public:
    TipWriter(const SharedTimeline& timeline, const TimelineHit& hit, std::int64_t nowMs, const QTimeZone& zone)
        : m_shared(timeline)
        , m_timeline(*timeline)
        , m_lanes(timeline->lanes)
        , m_hit(hit)
        , m_nowMs(nowMs)
        , m_zone(zone) {}

    QString write() {
        if (m_hit.row) {
            writeRow();
        }
        if (m_hit.intervals > 1) {
            m_lines.append(
                QCoreApplication::translate("TimelineTips", "%1 intervals in this pixel: zoom in to tell them apart")
                    .arg(m_hit.intervals));
        }
        if (m_hit.part != TimelineHit::Part::Names) {
            writeRebalance();
        }
        m_lines.removeAll(QString());
        return m_lines.join(QLatin1Char('\n'));
    }

private:
    void writeRow() {
        const LaneRow row = *m_hit.row;
        writeSign(row);
        switch (row.kind) {
            case LaneKind::State:
                writeInterval(m_lanes.states, [this](const StateInterval& state) { writeState(state); });
                return;
            case LaneKind::Member:
                writeName(m_lanes.members[row.index]);
                writeInterval(m_lanes.members[row.index].intervals,
                              [this](const MemberInterval& interval) { writeMember(interval); });
                return;
            case LaneKind::Partition:
                m_lines.append(partitionText(m_lanes.partitions[row.index]));
                writeSources(m_lanes.partitions[row.index]);
                writeInterval(m_lanes.partitions[row.index].intervals,
                              [this](const OwnershipInterval& interval) { writeOwnership(interval); });
                return;
            default:
                m_lines.append(QCoreApplication::translate("TimelineTips", "Click to open or close"));
        }
    }

    template <class Intervals, class Write>
    void writeInterval(const Intervals& intervals, Write write) {
        if (m_hit.interval < 0 || static_cast<std::size_t>(m_hit.interval) >= intervals.size()) {
            return;
        }
        const auto& interval = intervals[static_cast<std::size_t>(m_hit.interval)];
        write(interval);
        writeSpan(interval.span, interval.evidence);
    }

    void writeSpan(const LaneSpan& span, const EventEvidence& evidence) {
        const bool goesOn = span.toMs == kStillGoing;
        m_lines.append(
            QCoreApplication::translate("TimelineTips", "%1 – %2 · %3")
                .arg(clockText(span.fromMs, m_zone),
                     goesOn ? QCoreApplication::translate("TimelineTips", "now") : clockText(span.toMs, m_zone),
                     spanText(std::max<std::int64_t>(0, (goesOn ? m_nowMs : span.toMs) - span.fromMs))));
        QStringList how{QString::fromUtf8(certaintyName(span.certainty).data()), evidenceShown(evidence)};
        if (span.doubtMs > 0) {
            how.append(
                QCoreApplication::translate("TimelineTips", "began up to %1 earlier").arg(spanText(span.doubtMs)));
        }
        how.removeAll(QString());
        m_lines.append(how.join(QStringLiteral(" · ")));
    }

    void writeState(const StateInterval& state) {
        QStringList parts{state.state.empty() ? QCoreApplication::translate("TimelineTips", "state not known")
                                              : QString::fromStdString(state.state),
                          epochText(state.type, state.epoch)};
        if (state.assignmentEpoch >= 0) {
            parts.append(QCoreApplication::translate("TimelineTips", "assignment epoch %1").arg(state.assignmentEpoch));
        }
        parts.append(QString::fromStdString(state.assignor));
        parts.removeAll(QString());
        m_lines.append(parts.join(QStringLiteral(" · ")));
    }

    // A task has the partition of its number of each topic that its subtopology reads.
    void writeSources(const PartitionLane& lane) {
        QStringList read;
        for (const auto& [topic, reader] :
             m_timeline.topology ? *m_timeline.topology : SharedTopology::element_type()) {
            if (reader == lane.topic) {
                read.append(QStringLiteral("%1-%2").arg(QString::fromStdString(topic)).arg(lane.partition));
            }
        }
        if (!read.isEmpty()) {
            m_lines.append(
                QCoreApplication::translate("TimelineTips", "reads %1").arg(read.join(QStringLiteral(", "))));
        }
    }

    void writeName(const MemberLane& lane) {
        QStringList parts{memberText(lane), QString::fromStdString(lane.host)};
        if (!lane.instanceId.empty()) {
            parts.append(
                QCoreApplication::translate("TimelineTips", "static %1").arg(QString::fromStdString(lane.instanceId)));
        }
        parts.removeAll(QString());
        m_lines.append(parts.join(QStringLiteral(" · ")));
        m_lines.append(
            QCoreApplication::translate("TimelineTips", "member id: %1").arg(QString::fromStdString(lane.memberId)));
    }

    void writeMember(const MemberInterval& interval) {
        const bool isClassic = m_timeline.type == GroupType::Classic;
        if (interval.epoch >= 0) {
            m_lines.append((isClassic ? QCoreApplication::translate("TimelineTips", "generation %1")
                                      : QCoreApplication::translate("TimelineTips", "member epoch %1"))
                               .arg(interval.epoch));
        }
        if (interval.stateCode >= 0) {
            const Reconciliation state = reconciliationOf(m_timeline.type, interval.stateCode);
            m_lines.append(QString::fromUtf8(reconciliationName(m_timeline.type, state).data()));
        }
        writeAssignment(QCoreApplication::translate("TimelineTips", "has %1"), interval.assigned);
        if (interval.pendingRevocation && !interval.pendingRevocation->empty()) {
            writeAssignment(QCoreApplication::translate("TimelineTips", "must give up %1"), interval.pendingRevocation);
        }
        if (interval.target && interval.assigned && *interval.target != *interval.assigned) {
            writeAssignment(QCoreApplication::translate("TimelineTips", "is to have %1"), interval.target);
        }
        if (interval.topics) {
            m_lines.append(
                QCoreApplication::translate("TimelineTips", "subscribed to %1").arg(namesShown(interval.topics)));
        }
        if (interval.isAway) {
            m_lines.append(
                QCoreApplication::translate("TimelineTips", "away: a static member that left and keeps its place"));
        }
    }

    void writeAssignment(const QString& sentence, const SharedAssignment& assignment) {
        m_lines.append(sentence.arg(assignment ? assignmentShown(assignment)
                                               : QCoreApplication::translate("TimelineTips", "what is not known")));
    }

    void writeOwnership(const OwnershipInterval& interval) {
        QString text;
        switch (interval.ownership) {
            case Ownership::Owned:
                text = memberText(m_lanes, interval.owner);
                break;
            case Ownership::PendingRevocation:
                text = QCoreApplication::translate("TimelineTips", "%1 must give it up")
                           .arg(memberText(m_lanes, interval.owner));
                break;
            case Ownership::Unowned:
                text = QCoreApplication::translate("TimelineTips", "nobody has it");
                break;
            case Ownership::Unknown:
                text = QCoreApplication::translate("TimelineTips", "not known who has it");
                break;
        }
        if (interval.next != MemberIndex::None) {
            text += QCoreApplication::translate("TimelineTips", ", %1 is to have it")
                        .arg(memberText(m_lanes, interval.next));
        }
        m_lines.append(text);
    }

    void writeSign(LaneRow row) {
        if (m_hit.sign < 0) {
            return;
        }
        TimelineLanes lanes;
        lanes.setTimeline(m_shared);
        const auto signs = m_hit.isError ? lanes.errors(row) : lanes.signs(row);
        if (static_cast<std::size_t>(m_hit.sign) >= signs.size()) {
            return;
        }
        const LaneSign& sign = signs[static_cast<std::size_t>(m_hit.sign)];
        QString text;
        if (sign.isViolation) {
            const Violation& violation = m_timeline.violations[sign.position];
            text = QCoreApplication::translate("TimelineTips", "broken rule: %1 %2")
                       .arg(QString::fromUtf8(groupRuleSentence(violation.rule).data()),
                            QString::fromStdString(violation.found));
        } else {
            text = markText(m_lanes.marks[sign.position]);
        }
        m_lines.append(QStringLiteral("%1  %2").arg(clockText(sign.timeMs, m_zone), text));
    }

    void writeRebalance() {
        if (m_hit.rebalance < 0) {
            return;
        }
        const Rebalance& one = m_timeline.rebalances[static_cast<std::size_t>(m_hit.rebalance)];
        const RebalanceStory story = storyOf(m_timeline, one, m_nowMs, m_zone);
        m_lines.append(QStringLiteral("%1 · %2").arg(story.title, story.facts));
        if (!story.lines.empty()) {
            m_lines.append(QStringLiteral("%1: %2").arg(story.lines.front().label, story.lines.front().text));
        }
    }

    const SharedTimeline& m_shared;
    const TimelineSnapshot& m_timeline;
    const GroupLanes& m_lanes;
    const TimelineHit& m_hit;
    std::int64_t m_nowMs;
    const QTimeZone& m_zone;
    QStringList m_lines;
};

}  // namespace

QString markText(const LaneMark& mark) {
    QString text;
    switch (mark.kind) {
        case LaneMark::Kind::Committed:
            text = QCoreApplication::translate("TimelineTips", "committed offsets");
            break;
        case LaneMark::Kind::Refused:
            text = QCoreApplication::translate("TimelineTips", "refused, error %1").arg(mark.errorCode);
            break;
        case LaneMark::Kind::StaleCommit:
            text = QCoreApplication::translate("TimelineTips", "commit refused as stale, error %1").arg(mark.errorCode);
            break;
        case LaneMark::Kind::Deleted:
            text = QCoreApplication::translate("TimelineTips", "the group was deleted");
            break;
        case LaneMark::Kind::CoordinatorMoved:
            text = mark.broker < 0
                       ? QCoreApplication::translate("TimelineTips", "no coordinator")
                       : QCoreApplication::translate("TimelineTips", "coordinator is broker %1 now").arg(mark.broker);
            break;
        case LaneMark::Kind::ClockJump:
            text = QCoreApplication::translate("TimelineTips", "a clock was set");
            break;
    }
    const QString words = QString::fromStdString(mark.words);
    return words.isEmpty() ? text : QStringLiteral("%1: %2").arg(text, words);
}

QString timelineTip(const SharedTimeline& timeline, const TimelineHit& hit, std::int64_t nowMs, const QTimeZone& zone) {
    return TipWriter(timeline, hit, nowMs, zone).write();
}

}  // namespace brokerscope
