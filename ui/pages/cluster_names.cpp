#include "ui/pages/cluster_names.h"

namespace brokerscope {

EntityNames entityNames(const ClusterSnapshot* snapshot) {
    EntityNames names;
    if (!snapshot) {
        return names;
    }
    for (const TopicInfo& topic : snapshot->topics) {
        if (topic.id != Uuid{}) {
            names.topicById.insert(QString::fromStdString(topic.id.toString()), QString::fromStdString(topic.name));
        }
    }
    return names;
}

EntityOffers entityOffers(const ClusterSnapshot* snapshot) {
    EntityOffers offers;
    if (!snapshot) {
        return offers;
    }
    for (const TopicInfo& topic : snapshot->topics) {
        offers.byEntity[QStringLiteral("topicName")].append(QString::fromStdString(topic.name));
    }
    for (const BrokerInfo& broker : snapshot->brokers) {
        offers.byEntity[QStringLiteral("brokerId")].append(QString::number(broker.id));
    }
    return offers;
}

}  // namespace brokerscope
