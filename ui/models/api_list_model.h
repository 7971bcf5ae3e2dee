#pragma once

#include "core/schema/schema_registry.h"
#include "ui/models/word_filter_model.h"

#include <QAbstractItemModel>
#include <map>
#include <optional>
#include <vector>

namespace brokerscope {

// The requests by family: what we know, what the connected broker supports, and keys that it supports and we do not
// know. Two levels, two columns (name; key and versions). The registry must outlive it. GUI thread.
class ApiListModel : public QAbstractItemModel {
    Q_OBJECT

public:
    using BrokerRanges = std::map<int, VersionRange>;

    explicit ApiListModel(const SchemaRegistry& registry, QObject* parent = nullptr);

    // What the connected broker advertises; nothing while not connected.
    void setBroker(std::optional<BrokerRanges> ranges);
    QModelIndex indexOfKey(int apiKey) const;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& child) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    struct Entry {
        int key = 0;
        const ApiInfo* info = nullptr;  // null: only the broker knows it
        mutable QString search;         // made when first asked for
    };
    struct Family {
        QString title;
        std::vector<Entry> entries;
    };

    void build();
    const Entry* entryOf(const QModelIndex& index) const;
    QString searchText(const Entry& entry, const Family& family) const;
    QString versionsText(const Entry& entry) const;
    QString supportText(const Entry& entry) const;
    int support(const Entry& entry) const;

    const SchemaRegistry& m_registry;
    std::optional<BrokerRanges> m_broker;
    std::vector<Family> m_families;
};

// Shows what matches every word of a text: name, key number, family, or field names of the request. Families stay while
// a request of theirs matches.
class ApiFilterModel : public WordFilterModel {
    Q_OBJECT

public:
    explicit ApiFilterModel(QObject* parent = nullptr);

protected:
    QString searchedText(const QModelIndex& row) const override;
};

}  // namespace brokerscope
