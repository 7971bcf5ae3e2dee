#include "ui/inspector/comparison_window.h"

#include "ui/style/metrics.h"
#include "ui/widgets/first_size.h"

#include <QAction>
#include <QVBoxLayout>

namespace brokerscope {
namespace {

constexpr QSize kComparisonSize{1280, 800};

}  // namespace

ComparisonWindow::ComparisonWindow(const SchemaRegistry& registry, QWidget* parent)
    : QDialog(parent, Qt::Window), m_view(new ComparisonView(registry, this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(Metrics::Margin, Metrics::Margin, Metrics::Margin, Metrics::Margin);
    layout->addWidget(m_view);
    const auto add = [this](const QString& name, const QKeySequence& key, bool backwards) {
        auto* action = new QAction(name, this);
        action->setShortcut(key);
        connect(action, &QAction::triggered, m_view, [this, backwards] { m_view->step(backwards); });
        addAction(action);
    };
    add(tr("Next difference"), QKeySequence(Qt::Key_F7), false);
    add(tr("Previous difference"), QKeySequence(Qt::SHIFT | Qt::Key_F7), true);
    resize(firstSize(kComparisonSize, *this));
}

void ComparisonWindow::compare(ComparedMessage left, ComparedMessage right) {
    setWindowTitle(tr("%1 against %2").arg(left.title, right.title));
    m_view->compare(std::move(left), std::move(right));
    show();
    raise();
    activateWindow();
}

}  // namespace brokerscope
