#pragma once

#include "core/schema/schema_registry.h"
#include "ui/shell/page.h"
#include "ui/widgets/search_field.h"

#include <vector>

class QAction;
class QCompleter;
class QStandardItemModel;

namespace brokerscope {

// The field that goes anywhere: an API by name or key, a page, an action. Typing offers what contains the text; Enter
// takes the first. GUI thread.
class QuickGo : public SearchField {
    Q_OBJECT

public:
    QuickGo(const SchemaRegistry& registry, const std::vector<QAction*>& actions, QWidget* parent = nullptr);

Q_SIGNALS:
    void apiChosen(int apiKey);
    void pageChosen(brokerscope::Page page);
    void actionChosen(QAction* action);

private:
    void addEntry(const QString& text, const QString& iconName, int kind, const QVariant& value);
    void take(const QModelIndex& index);
    void takeFirst();

    QStandardItemModel* m_entries = nullptr;
    QCompleter* m_completer = nullptr;
};

}  // namespace brokerscope
