#include "ui/pages/reference_changes.h"

#include "ui/models/reference_tables.h"
#include "ui/pages/fact_table_view.h"
#include "ui/style/metrics.h"
#include "ui/widgets/segmented_control.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>

#include <algorithm>

namespace brokerscope {

ReferenceChanges::ReferenceChanges(const SchemaRegistry& registry, QWidget* parent)
    : QWidget(parent)
    , m_registry(registry)
    , m_view(new SegmentedControl({tr("Version by version"), tr("Between two versions")}, this))
    , m_pair(new QWidget(this))
    , m_from(new QComboBox(m_pair))
    , m_to(new QComboBox(m_pair))
    , m_table(new FactTableView(tr("Changes"), FactTableView::Parts::TableAndDetail, this)) {
    m_view->setAccessibleName(tr("Which changes"));
    setUpChoice();
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(Metrics::Spacing, Metrics::Spacing, Metrics::Spacing, Metrics::Spacing);
    bar->setSpacing(Metrics::Spacing);
    bar->addWidget(m_view);
    bar->addWidget(m_pair);
    bar->addStretch(1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addWidget(m_table, 1);
}

void ReferenceChanges::setUpChoice() {
    m_from->setAccessibleName(tr("From version"));
    m_to->setAccessibleName(tr("To version"));
    auto* layout = new QHBoxLayout(m_pair);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(Metrics::Spacing);
    const auto caption = [this, layout](const QString& text, QComboBox* box) {
        auto* label = new QLabel(text, m_pair);
        label->setForegroundRole(QPalette::PlaceholderText);
        label->setBuddy(box);
        layout->addWidget(label);
        layout->addWidget(box);
        connect(box, &QComboBox::currentIndexChanged, this, &ReferenceChanges::showChanges);
    };
    caption(tr("from"), m_from);
    caption(tr("to"), m_to);
    m_pair->hide();
    connect(m_view, &SegmentedControl::currentIndexChanged, this, [this](int index) {
        m_pair->setVisible(static_cast<View>(index) == View::BetweenTwo);
        showChanges();
    });
}

void ReferenceChanges::setDefinitions(std::vector<std::string> definitions, const VersionRange& versions,
                                      const SchemaChoice& choice, int version) {
    m_definitions = std::move(definitions);
    m_versions = versions;
    m_choice = choice;
    const QSignalBlocker fromBlocker(m_from);
    const QSignalBlocker toBlocker(m_to);
    m_from->clear();
    m_to->clear();
    for (int each = versions.min; each <= versions.max; ++each) {
        m_from->addItem(QStringLiteral("v%1").arg(each), each);
        m_to->addItem(QStringLiteral("v%1").arg(each), each);
    }
    m_from->setCurrentIndex(m_from->findData(std::max(int{versions.min}, version - 1)));
    m_to->setCurrentIndex(m_to->findData(version));
    showChanges();
}

void ReferenceChanges::setView(View view) {
    m_view->setCurrentIndex(static_cast<int>(view));
}

void ReferenceChanges::compare(int from, int to) {
    setView(View::BetweenTwo);
    m_from->setCurrentIndex(m_from->findData(from));
    m_to->setCurrentIndex(m_to->findData(to));
}

void ReferenceChanges::showChanges() {
    const bool isPair = static_cast<View>(m_view->currentIndex()) == View::BetweenTwo;
    if (m_definitions.empty() || m_versions.isEmpty()) {
        m_table->setTable({});
        return;
    }
    const VersionPair pair{m_from->currentData().toInt(), m_to->currentData().toInt()};
    m_table->setTable(isPair ? changeTable(m_registry, m_definitions, pair, m_choice)
                             : historyTable(m_registry, m_definitions, m_versions, m_choice));
    m_table->setHeading(isPair ? tr("v%1 → v%2").arg(pair.from).arg(pair.to) : tr("What each version brought"));
}

}  // namespace brokerscope
