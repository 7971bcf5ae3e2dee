#include "ui/models/word_filter_model.h"

#include <algorithm>

namespace brokerscope {

void WordFilterModel::setFilterText(const QString& text) {
    m_words = text.toLower().split(QLatin1Char(' '), Qt::SkipEmptyParts);
    invalidateFilter();
}

bool WordFilterModel::filterAcceptsRow(int sourceRow, const QModelIndex& sourceParent) const {
    if (isRecursiveFilteringEnabled() && !sourceParent.isValid()) {
        return false;
    }
    const QModelIndex row = sourceModel()->index(sourceRow, 0, sourceParent);
    if (m_words.isEmpty() || !acceptsAtAll(row)) {
        return acceptsAtAll(row);
    }
    const QString text = searchedText(row);
    return std::ranges::all_of(m_words, [&text](const QString& word) { return text.contains(word); });
}

}  // namespace brokerscope
