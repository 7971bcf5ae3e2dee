#pragma once

#include "core/schema/message_layout.h"
#include "ui/models/roles.h"

#include <QAbstractItemModel>

#include <memory>
#include <vector>

namespace brokerscope {

// One message of a layout table.
struct LayoutSection {
    QString title;  // "Request"
    QString facts;  // "v9 · flexible · header 2"
    std::shared_ptr<const MessageLayout> layout;
};

// The fields of one version of a definition, or of an API's headers, request and response: what is on the wire, in wire
// order, tagged fields last, and what the definition says about each. A section a message, below it its fields, below
// those the fields of their structures. GUI thread.
class LayoutTreeModel : public QAbstractItemModel {
    Q_OBJECT

public:
    enum Column : int {
        FieldColumn,
        TypeColumn,      // as on the wire
        VersionsColumn,  // in which the definition has the field
        NullableColumn,  // versions in which it may be null
        TagColumn,
        DefaultColumn,
        FlagsColumn,   // ignorable, map key
        EntityColumn,  // what the value names
        HelpColumn,
        ColumnCount
    };

    using QAbstractItemModel::QAbstractItemModel;

    void setSections(std::vector<LayoutSection> sections);
    const std::vector<LayoutSection>& sections() const { return m_sections; }
    // Null for a section.
    const FieldLayout* field(const QModelIndex& index) const;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& child) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    // RowKindRole, HelpRole and PathRole beside the texts.
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
    struct Row {
        std::size_t parent = kNone;  // position in m_rows
        int place = 0;               // among its siblings
        std::size_t section = 0;
        const FieldLayout* field = nullptr;  // null: the section itself
        std::vector<std::size_t> children;
    };

    std::size_t addRow(std::size_t parent, std::size_t section, const FieldLayout* field);
    void addFields(std::size_t parent, std::size_t section, const StructLayout& layout);
    const Row* row(const QModelIndex& index) const;
    QString sectionText(const LayoutSection& section, int column) const;
    QString fieldText(const Row& row, int column) const;
    QString path(const Row& row) const;

    std::vector<LayoutSection> m_sections;
    std::vector<Row> m_rows;
    std::vector<std::size_t> m_top;  // rows of the sections
};

}  // namespace brokerscope
