#pragma once

#include <QHash>
#include <QMetaType>
#include <QString>
#include <QStringList>

namespace brokerscope {

// What is known about the cluster's topics by id, as Kafka prints ids. A value: taken over by those who show it.
struct EntityNames {
    QHash<QString, QString> topicById;
    bool operator==(const EntityNames&) const = default;
};

// Names that an editor offers for a field, by entityType: topicName, brokerId, groupId, producerId, transactionalId.
struct EntityOffers {
    QHash<QString, QStringList> byEntity;
    QStringList of(const QString& entityType) const { return byEntity.value(entityType); }
    bool operator==(const EntityOffers&) const = default;
};

// One value of an enumeration.
struct Choice {
    qlonglong value = 0;
    QString label;
    QString literal = {};  // what the value says in the version at hand, where it is not this one; empty: it is
    bool operator==(const Choice&) const = default;
};

}  // namespace brokerscope

Q_DECLARE_METATYPE(brokerscope::Choice)
