#pragma once

#include "core/value/node_ref.h"
#include "ui/models/diagnostic_counts.h"
#include "ui/models/field_texts.h"
#include "ui/models/roles.h"

#include <QAbstractItemModel>
#include <memory>

namespace brokerscope {

// A decoded message as a tree: Field, Value, Type, Bytes. Rows are made when a view asks for them; an array with more
// than kRangeSize elements shows ranges "[0 … 999]" and those show the elements, so that a message of any size opens at
// once. A frame's rows are size, header and body; those of a message without frame are its fields. Roles: see roles.h.
// GUI thread.
class ValueTreeModel : public QAbstractItemModel {
    Q_OBJECT

public:
    static constexpr std::size_t kRangeSize = 1000;  // also the greatest number of ranges on one level

    explicit ValueTreeModel(FieldTexts texts, QObject* parent = nullptr);
    ~ValueTreeModel() override;

    void setTree(std::shared_ptr<const ValueTree> tree);  // null: empty
    std::shared_ptr<const ValueTree> tree() const;
    void setTexts(FieldTexts texts);  // names of topics became known

    // The node of a row; invalid for the invisible root. A range row gives its array.
    NodeRef node(const QModelIndex& index) const;
    // The row of a node of this tree (rows above it are made on the way); invalid for nodes of other trees.
    QModelIndex indexOf(const NodeRef& node) const;
    // The deepest row whose bytes contain the offset; invalid outside the message.
    QModelIndex indexAt(std::uint64_t offset) const;
    QModelIndex indexOfPath(const QString& path) const;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& child) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    QHash<int, QByteArray> roleNames() const override;

private:
    struct Row;

    Row* rowOf(const QModelIndex& index) const;
    Row* childRow(Row& parent, std::size_t position) const;
    QModelIndex indexOfRow(Row* row, int column = 0) const;
    QString text(const Row& row, int column) const;
    QString rangeName(const Row& row) const;
    RowKind kindOf(const Row& row) const;
    QVariant nodeData(const NodeRef& node, int role) const;
    QVariant remarks(const Row& row, int role) const;
    QString toolTip(const Row& row, int column) const;

    FieldTexts m_texts;
    DiagnosticCounts m_counts;
    std::shared_ptr<const ValueTree> m_tree;
    std::unique_ptr<Row> m_root;
};

}  // namespace brokerscope
