#pragma once

#include "core/value/node_ref.h"
#include "ui/models/diagnostic_counts.h"
#include "ui/models/field_texts.h"
#include "ui/models/open_document.h"
#include "ui/models/roles.h"

#include <QAbstractItemModel>
#include <map>
#include <memory>

namespace brokerscope {

// A decoded message as a tree: Field, Value, Type, Bytes. Rows are made when a view asks for them; an array with more
// than kRangeSize elements shows ranges "[0 … 999]" and those show the elements, so that a message of any size opens at
// once. A frame's rows are size, header and body; those of a message without frame are its fields. Rows of bytes in
// which something may lie are fetched (fetchMore) by opening them: the batches of a records field, the records of a
// batch, the fields of a structure appear below them a little later. Remarks on the whole message stand before its
// fields, each in a row. Roles: see roles.h. GUI thread.
class ValueTreeModel : public QAbstractItemModel {
    Q_OBJECT

public:
    static constexpr std::size_t kRangeSize = 1000;  // also the greatest number of ranges on one level

    explicit ValueTreeModel(FieldTexts texts, QObject* parent = nullptr);
    ~ValueTreeModel() override;

    void setDocument(std::shared_ptr<OpenDocument> document);  // null: empty
    const std::shared_ptr<OpenDocument>& document() const { return m_document; }
    std::shared_ptr<const ValueTree> tree() const;  // the message; null: empty
    void setTexts(FieldTexts texts);                // names of topics became known

    // The node of a row; invalid for the invisible root. A range row gives its array.
    NodeRef node(const QModelIndex& index) const;
    // What a view selects with a row; of the version before a structure its bytes.
    LinkedSelection selectionOf(const QModelIndex& index) const;
    // The row of a node of this document (rows above it are made on the way); invalid for nodes of others.
    QModelIndex indexOf(const NodeRef& node) const;
    QModelIndex indexOfPath(const QString& path) const;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& child) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    bool hasChildren(const QModelIndex& parent = {}) const override;
    bool canFetchMore(const QModelIndex& parent) const override;
    void fetchMore(const QModelIndex& parent) override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    QHash<int, QByteArray> roleNames() const override;

private:
    struct Row;

    Row* rowOf(const QModelIndex& index) const;
    Row* childRow(Row& parent, std::size_t position) const;
    void fill(Row& row) const;
    Row* rowBelow(Row* row, std::size_t child) const;
    void showOpened(const NodeRef& node);
    void countRemarks(const DocumentPart& part, Row* row);
    QModelIndex indexOfRow(Row* row, int column = 0) const;
    QString text(const Row& row, int column) const;
    QString prefixText(const Row& row, int column) const;
    QString remarkText(const Row& row, int column) const;
    QString valueText(const Row& row) const;
    QString hiddenText(const Row& row) const;
    QString rawText(const NodeRef& node, bool isCut) const;
    QString rangeName(const Row& row) const;
    RowKind kindOf(const Row& row) const;
    QVariant nodeData(const NodeRef& node, int role) const;
    QVariant remarks(const Row& row, int role) const;
    QString toolTip(const Row& row, int column) const;

    FieldTexts m_texts;
    std::shared_ptr<OpenDocument> m_document;
    std::map<const DocumentPart*, DiagnosticCounts> m_counts;
    std::unique_ptr<Row> m_root;
};

}  // namespace brokerscope
