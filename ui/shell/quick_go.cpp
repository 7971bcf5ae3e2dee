#include "ui/shell/quick_go.h"

#include "ui/style/icons.h"

#include <QAbstractItemView>
#include <QAction>
#include <QCompleter>
#include <QStandardItemModel>

namespace brokerscope {

namespace {

enum Kind : int { ApiEntry, PageEntry, ActionEntry };
enum Role : int { KindRole = Qt::UserRole + 1, ValueRole };
constexpr int kVisibleEntries = 14;

}  // namespace

QuickGo::QuickGo(const SchemaRegistry& registry, const std::vector<QAction*>& actions, QWidget* parent)
    : SearchField(tr("Go to API, page or action…"), parent)
    , m_entries(new QStandardItemModel(this))
    , m_completer(new QCompleter(m_entries, this)) {
    for (const Page page : kPages) {
        addEntry(tr("%1 page").arg(pageTitle(page)), pageIcon(page), PageEntry, static_cast<int>(page));
    }
    for (const ApiInfo& api : registry.apis()) {
        if (!api.request.isEmpty()) {
            addEntry(QStringLiteral("%1 · %2").arg(QString::fromStdString(api.name)).arg(api.key),
                     QStringLiteral("compose"), ApiEntry, api.key);
        }
    }
    for (QAction* action : actions) {
        addEntry(action->text(), QString(), ActionEntry, QVariant::fromValue<QObject*>(action));
    }

    m_completer->setCaseSensitivity(Qt::CaseInsensitive);
    m_completer->setFilterMode(Qt::MatchContains);
    m_completer->setMaxVisibleItems(kVisibleEntries);
    setCompleter(m_completer);
    connect(
        m_completer, qOverload<const QModelIndex&>(&QCompleter::activated), this,
        [this](const QModelIndex& index) { take(index); }, Qt::QueuedConnection);
    connect(this, &SearchField::resultsWanted, this, &QuickGo::takeFirst);
}

void QuickGo::addEntry(const QString& text, const QString& iconName, int kind, const QVariant& value) {
    auto* item = new QStandardItem(text);
    if (!iconName.isEmpty()) {
        item->setIcon(icon(iconName, IconRole::Muted));
    }
    item->setData(kind, KindRole);
    item->setData(value, ValueRole);
    m_entries->appendRow(item);
}

void QuickGo::takeFirst() {
    const bool popupTakesIt = m_completer->popup()->isVisible() && m_completer->popup()->currentIndex().isValid();
    if (text().isEmpty() || popupTakesIt) {
        return;
    }
    m_completer->setCompletionPrefix(text());
    m_completer->popup()->hide();
    if (m_completer->completionCount() > 0) {
        take(m_completer->completionModel()->index(0, 0));
    }
}

void QuickGo::take(const QModelIndex& index) {
    const QVariant value = index.data(ValueRole);
    const int kind = index.data(KindRole).toInt();
    clear();
    clearFocus();
    if (kind == ApiEntry) {
        Q_EMIT apiChosen(value.toInt());
    } else if (kind == PageEntry) {
        Q_EMIT pageChosen(static_cast<Page>(value.toInt()));
    } else if (auto* action = qobject_cast<QAction*>(value.value<QObject*>())) {
        Q_EMIT actionChosen(action);
    }
}

}  // namespace brokerscope
