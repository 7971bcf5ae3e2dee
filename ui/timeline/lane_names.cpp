#include "ui/timeline/lane_names.h"

#include "ui/timeline/timeline_lanes.h"
#include "ui/timeline/timeline_scene.h"

#include <QCoreApplication>

namespace brokerscope {
namespace {

QString hostOf(const MemberLane& lane) {
    QString host = QString::fromStdString(lane.host);
    return host.startsWith(QLatin1Char('/')) ? host.mid(1) : host;
}

LaneName memberName(const MemberLane& lane, const TimelineWords& words) {
    LaneName name{words.member ? words.member(lane) : QString::fromStdString(lane.memberId), hostOf(lane), true};
    if (!lane.instanceId.empty()) {
        const QString instance =
            QCoreApplication::translate("Timeline", "static %1").arg(QString::fromStdString(lane.instanceId));
        name.beside = name.beside.isEmpty() ? instance : name.beside + QStringLiteral(" · ") + instance;
    }
    name.isPast = lane.intervals.empty() || lane.intervals.back().span.toMs != kStillGoing;
    return name;
}

QString partitionName(const PartitionLane& lane, const TimelineWords& words) {
    return words.partition ? words.partition(lane) : QString::number(lane.partition);
}

}  // namespace

LaneName laneNameParts(LaneRow row, const TimelineScene& scene) {
    const GroupLanes& lanes = scene.lanes.timeline()->lanes;
    switch (row.kind) {
        case LaneKind::Member:
            return memberName(lanes.members[row.index], scene.words);
        case LaneKind::Partition:
            return {partitionName(lanes.partitions[row.index], scene.words), {}, false};
        default:
            return {laneName(row, scene), {}, false};
    }
}

QString laneName(LaneRow row, const TimelineScene& scene) {
    switch (row.kind) {
        case LaneKind::State:
            return QCoreApplication::translate("Timeline", "State");
        case LaneKind::MembersHeading:
            return QCoreApplication::translate("Timeline", "Members");
        case LaneKind::PartitionsHeading:
            return QCoreApplication::translate("Timeline", "Partitions");
        default:
            return laneNameParts(row, scene).main;
    }
}

}  // namespace brokerscope
