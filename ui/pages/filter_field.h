#pragma once

#include "core/query/filter_vocabulary.h"
#include "ui/widgets/problem_outline.h"
#include "ui/widgets/search_field.h"

#include <vector>

class QCompleter;
class QStandardItemModel;

namespace brokerscope {

// A search field for the filter language (docs/filter_language.md): offers names, operators and values as one types.
// GUI thread.
class FilterField : public SearchField {
    Q_OBJECT

public:
    FilterField(const QString& placeholder, FilterVocabulary vocabulary, QWidget* parent = nullptr);

    // What the list offers now, best first.
    QStringList offers() const;
    // A sentence on what is wrong with the text, which marks the field; empty: nothing.
    void setProblem(const QString& problem);
    QString problem() const { return m_outline->hasProblem() ? toolTip() : QString(); }

private:
    void offer();
    void insert(const QString& text);

    FilterVocabulary m_vocabulary;
    QCompleter* m_completer = nullptr;
    QStandardItemModel* m_items = nullptr;
    int m_begin = 0;  // of what an offer replaces
    ProblemOutline* m_outline = nullptr;
};

// A text as a filter has it, whatever is in it.
QString quotedForFilter(const QString& text);

}  // namespace brokerscope
