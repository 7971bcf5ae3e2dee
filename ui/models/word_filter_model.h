#pragma once

#include <QSortFilterProxyModel>
#include <QStringList>

namespace brokerscope {

// Shows the rows whose text has every word of a filter, in any case; no words: all. Where it filters recursively the
// rows at the top are headings, which stay while a row below them does. For lists of a few thousand rows. GUI thread.
class WordFilterModel : public QSortFilterProxyModel {
    Q_OBJECT

public:
    explicit WordFilterModel(QObject* parent = nullptr) : QSortFilterProxyModel(parent) {}
    void setFilterText(const QString& text);

protected:
    // What the words are looked for in, in lower case. Not asked while there are none. `row` is of the source, in its
    // first column.
    virtual QString searchedText(const QModelIndex& row) const = 0;
    // Whether a row is shown if it has the words.
    virtual bool acceptsAtAll(const QModelIndex& /*row*/) const { return true; }
    bool filterAcceptsRow(int sourceRow, const QModelIndex& sourceParent) const final;

private:
    QStringList m_words;
};

}  // namespace brokerscope
