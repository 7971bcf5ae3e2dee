#include "ui/pages/group_facts.h"

#include "ui/models/group_words.h"
#include "ui/models/value_format.h"

#include <QCoreApplication>
#include <QStringList>

namespace brokerscope {
namespace {

GroupType knownType(const GroupListing* listing, const TimelineSnapshot* timeline) {
    if (timeline != nullptr && timeline->type != GroupType::Unknown) {
        return timeline->type;
    }
    return listing != nullptr ? listing->row.type : GroupType::Unknown;
}

QString rebalanceCount(const TimelineSnapshot& timeline, std::int64_t nowMs) {
    return QCoreApplication::translate("GroupFacts", "%1 in %2")
        .arg(countText(timeline.rebalances.size(), QCoreApplication::translate("GroupFacts", "rebalance"),
                       QCoreApplication::translate("GroupFacts", "rebalances")),
             spanText(nowMs - timeline.firstMs));
}

}  // namespace

QString groupFacts(const GroupListing* listing, const TimelineSnapshot* timeline, std::int64_t nowMs) {
    QStringList facts;
    const GroupType type = knownType(listing, timeline);
    if (type != GroupType::Unknown) {
        facts.append(QString::fromUtf8(groupTypeName(type).data()));
    }
    if (timeline != nullptr && !timeline->lanes.states.empty()) {
        const StateInterval& state = timeline->lanes.states.back();
        facts.append(QString::fromStdString(state.state));
        facts.append(epochText(type, state.epoch));
        if (state.assignmentEpoch >= 0) {
            facts.append(QCoreApplication::translate("GroupFacts", "assignment epoch %1").arg(state.assignmentEpoch));
        }
        facts.append(QString::fromStdString(state.assignor));
    } else if (listing != nullptr) {
        facts.append(QString::fromStdString(listing->row.state));
    }
    if (listing != nullptr) {
        if (listing->row.coordinator >= 0) {
            facts.append(
                QCoreApplication::translate("GroupFacts", "coordinator broker %1").arg(listing->row.coordinator));
        }
        if (listing->lag >= 0) {
            facts.append(QCoreApplication::translate("GroupFacts", "lag %1").arg(grouped(listing->lag)));
        }
        facts.append(QString::fromStdString(listing->row.problem));
    }
    if (timeline != nullptr && nowMs > timeline->firstMs) {
        facts.append(rebalanceCount(*timeline, nowMs));
    }
    facts.removeAll(QString());
    return facts.join(QStringLiteral(" · "));
}

QString sourcesText(const std::vector<FeedSource>& sources) {
    QStringList texts;
    QStringList missing;
    for (const FeedSource& source : sources) {
        texts.append(source.text);
        if (!source.missing.isEmpty()) {
            missing.append(source.missing);
        }
    }
    return texts.isEmpty() ? QString()
                           : QCoreApplication::translate("GroupFacts", "sources: %1")
                                 .arg((texts + missing).join(QStringLiteral(" · ")));
}

}  // namespace brokerscope
