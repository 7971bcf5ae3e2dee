#pragma once

#include "core/schema/schema_registry.h"
#include "ui/models/reference_target.h"
#include "ui/models/roles.h"

#include <QAbstractItemModel>

#include <vector>

namespace brokerscope {

// All that the Reference page can show, in sections: tables and calculators, record types by topic, lessons, the APIs
// by family, the other definitions. Two levels, two columns (name; number and versions). Definitions are parsed when
// their field names are first searched. The registry must outlive it. GUI thread.
class ReferenceListModel : public QAbstractItemModel {
    Q_OBJECT

public:
    enum ReferenceRole : int {
        TargetRole = SearchRole + 1  // QString: ReferenceTarget::toText; invalid for a section
    };

    explicit ReferenceListModel(const SchemaRegistry& registry, QObject* parent = nullptr);

    QModelIndex indexOf(const ReferenceTarget& target) const;  // invalid: it is not listed
    // The section that holds the entries of a kind, the first of them; invalid: none does.
    QModelIndex indexOfSection(ReferenceTarget::Kind kind) const;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& child) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    struct Entry {
        ReferenceTarget target;
        QString title;
        QString note;                     // "3 · 0-13"
        std::vector<std::string> parsed;  // definitions whose field names are searched
        mutable QString search;           // made when first asked for
    };
    struct Section {
        QString title;
        std::vector<Entry> entries;
    };

    void addLookUps();
    void addRecordTypes();
    void addLessons();
    void addFamilies();
    void addApi(Section& section, const ApiInfo& api) const;
    void addDefinitions();
    void addOwnFormats();
    const Entry* entryOf(const QModelIndex& index) const;
    QString searchText(const Entry& entry, const Section& section) const;

    const SchemaRegistry& m_registry;
    std::vector<Section> m_sections;
};

}  // namespace brokerscope
