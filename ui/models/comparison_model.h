#pragma once

#include "core/value/tree_difference.h"
#include "ui/models/field_texts.h"
#include "ui/models/open_document.h"

#include <QAbstractTableModel>

#include <memory>

namespace brokerscope {

// What two messages say differently, a row a difference. Secrets that a document hides read "***". GUI thread.
class ComparisonModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column : int { ChangeColumn, FieldColumn, BeforeColumn, AfterColumn, ColumnCount };
    static constexpr int ChangeRole = Qt::UserRole + 1;  // TreeDifference::Change as int

    explicit ComparisonModel(FieldTexts texts, QObject* parent = nullptr);

    // Of the messages of these documents. Null documents: none.
    void setDifferences(std::shared_ptr<OpenDocument> before, std::shared_ptr<OpenDocument> after,
                        TreeDifferences found);
    const TreeDifferences& differences() const { return m_found; }
    const TreeDifference* difference(const QModelIndex& index) const;  // null: none
    // The row of the difference at that node of the left message, or of the right one, or at the nearest above it;
    // invalid: none.
    QModelIndex indexOf(const NodeRef& node, bool isLeft) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QString changeText(const TreeDifference& difference) const;
    QString valueText(const OpenDocument* document, const NodeRef& node) const;

    FieldTexts m_texts;
    std::shared_ptr<OpenDocument> m_before;
    std::shared_ptr<OpenDocument> m_after;
    TreeDifferences m_found;
};

}  // namespace brokerscope
