#include "ui/models/group_words.h"

#include "core/text/assignment_text.h"
#include "core/text/group_report.h"

#include <QCoreApplication>
#include <QStringList>

#include <array>

namespace brokerscope {
namespace {

constexpr const char* kContext = "Groups";
constexpr std::array<const char*, 13> kReasons = {QT_TRANSLATE_NOOP("Groups", "not known"),
                                                  QT_TRANSLATE_NOOP("Groups", "joined"),
                                                  QT_TRANSLATE_NOOP("Groups", "left"),
                                                  QT_TRANSLATE_NOOP("Groups", "session timed out"),
                                                  QT_TRANSLATE_NOOP("Groups", "stopped polling"),
                                                  QT_TRANSLATE_NOOP("Groups", "fenced"),
                                                  QT_TRANSLATE_NOOP("Groups", "static member replaced"),
                                                  QT_TRANSLATE_NOOP("Groups", "subscription changed"),
                                                  QT_TRANSLATE_NOOP("Groups", "topics changed"),
                                                  QT_TRANSLATE_NOOP("Groups", "configuration changed"),
                                                  QT_TRANSLATE_NOOP("Groups", "assignor changed"),
                                                  QT_TRANSLATE_NOOP("Groups", "coordinator moved"),
                                                  QT_TRANSLATE_NOOP("Groups", "protocol migration")};
constexpr std::array<const char*, 9> kPhases = {QT_TRANSLATE_NOOP("Groups", "until it is told"),
                                                QT_TRANSLATE_NOOP("Groups", "until it rejoins"),
                                                QT_TRANSLATE_NOOP("Groups", "JoinGroup waits for the others"),
                                                QT_TRANSLATE_NOOP("Groups", "SyncGroup"),
                                                QT_TRANSLATE_NOOP("Groups", "until a target is computed"),
                                                QT_TRANSLATE_NOOP("Groups", "until it is told to revoke"),
                                                QT_TRANSLATE_NOOP("Groups", "revokes"),
                                                QT_TRANSLATE_NOOP("Groups", "until it is told to take"),
                                                QT_TRANSLATE_NOOP("Groups", "not logged")};

static_assert(kReasons.size() == static_cast<std::size_t>(GroupReason::Migration) + 1);
static_assert(kPhases.size() == static_cast<std::size_t>(RebalancePhaseKind::NotLogged) + 1);

template <std::size_t Count>
QString wordOf(const std::array<const char*, Count>& words, std::size_t at) {
    return QCoreApplication::translate(kContext, words.at(at));
}

QString withRole(const QString& name, TaskRole role) {
    return role == TaskRole::Active    ? name
           : role == TaskRole::Standby ? QCoreApplication::translate(kContext, "%1 standby").arg(name)
                                       : QCoreApplication::translate(kContext, "%1 warm-up").arg(name);
}

}  // namespace

QString reasonText(GroupReason reason) {
    return wordOf(kReasons, static_cast<std::size_t>(reason));
}

QString phaseText(RebalancePhaseKind phase) {
    return wordOf(kPhases, static_cast<std::size_t>(phase));
}

QString epochText(GroupType type, std::int32_t epoch) {
    if (epoch < 0) {
        return {};
    }
    return (type == GroupType::Classic ? QCoreApplication::translate(kContext, "generation %1")
                                       : QCoreApplication::translate(kContext, "group epoch %1"))
        .arg(epoch);
}

QString evidenceShown(const EventEvidence& evidence) {
    return QString::fromStdString(evidenceText(evidence));
}

QString unownedShown(const MovedPartition& moved) {
    if (moved.unownedMs < 0 && moved.atLeastMs >= 0) {
        return QCoreApplication::translate(kContext, "at least %1").arg(spanText(moved.atLeastMs));
    }
    const bool isSure = moved.certainty == Certainty::Observed || moved.unownedMs < 0;
    return isSure ? spanText(moved.unownedMs) : QLatin1Char('~') + spanText(moved.unownedMs);
}

QString spanText(std::int64_t ms) {
    if (ms < 0) {
        return QCoreApplication::translate(kContext, "not known");
    }
    if (ms < 1000) {
        return QStringLiteral("%1 ms").arg(ms);
    }
    if (ms < 60'000) {
        return QStringLiteral("%1 s").arg(static_cast<double>(ms / 100) / 10, 0, 'f', 1);
    }
    struct Unit {
        std::int64_t ms;
        const char* large;
        std::int64_t partMs;
        const char* small;
    };
    static constexpr std::array<Unit, 3> kUnits = {
        {{86'400'000, "d", 3'600'000, "h"}, {3'600'000, "h", 60'000, "min"}, {60'000, "min", 1000, "s"}}};
    for (const Unit& unit : kUnits) {
        if (ms >= unit.ms) {
            const std::int64_t rest = ms % unit.ms / unit.partMs;
            const QString large = QStringLiteral("%1 %2").arg(ms / unit.ms).arg(QLatin1String(unit.large));
            return rest == 0 ? large : QStringLiteral("%1 %2 %3").arg(large).arg(rest).arg(QLatin1String(unit.small));
        }
    }
    return {};
}

QString memberText(const MemberLane& lane) {
    return QString::fromStdString(lane.clientId.empty() ? lane.memberId : lane.clientId);
}

QString memberText(const GroupLanes& lanes, MemberIndex member) {
    return static_cast<std::size_t>(member) < lanes.members.size()
               ? memberText(lanes.members[static_cast<std::size_t>(member)])
               : QCoreApplication::translate(kContext, "nobody");
}

QString membersText(const GroupLanes& lanes, const std::vector<MemberIndex>& members) {
    if (members.empty()) {
        return memberText(lanes, MemberIndex::None);
    }
    QStringList names;
    for (const MemberIndex member : members) {
        names.append(memberText(lanes, member));
    }
    return names.join(QStringLiteral(", "));
}

QString partitionText(const PartitionLane& lane) {
    const std::string topic = lane.topic.empty() ? lane.topicId.toString() : lane.topic;
    return withRole(QStringLiteral("%1-%2").arg(QString::fromStdString(topic)).arg(lane.partition), lane.role);
}

QString assignmentShown(const SharedAssignment& assignment, std::size_t mostPartitions) {
    return assignment ? QString::fromStdString(assignmentText(assignment, mostPartitions)) : QString();
}

QString namesShown(const SharedNames& names) {
    QStringList list;
    if (names) {
        for (const std::string& name : *names) {
            list.append(QString::fromStdString(name));
        }
    }
    return list.join(QStringLiteral(", "));
}

}  // namespace brokerscope
