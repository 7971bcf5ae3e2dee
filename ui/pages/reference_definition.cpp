#include "ui/pages/reference_definition.h"

#include "core/schema/definition_choice.h"
#include "core/text/layout_bnf.h"
#include "ui/models/reference_tables.h"
#include "ui/pages/fact_table_view.h"
#include "ui/pages/layout_delegate.h"
#include "ui/pages/reference_changes.h"
#include "ui/pages/reference_header.h"
#include "ui/style/icons.h"
#include "ui/style/metrics.h"
#include "ui/widgets/font_follower.h"
#include "ui/widgets/segmented_control.h"
#include "ui/widgets/title_bar.h"

#include <QApplication>
#include <QClipboard>
#include <QFrame>
#include <QHeaderView>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QStackedWidget>
#include <QTreeView>
#include <QVBoxLayout>

namespace brokerscope {

namespace {

// Of the layout table, the last column takes the rest.
constexpr std::array kColumnWidths{250, 230, 66, 66, 42, 66, 110, 110};

}  // namespace

ReferenceDefinition::ReferenceDefinition(const SchemaRegistry& registry, QWidget* parent)
    : QWidget(parent)
    , m_registry(registry)
    , m_header(new ReferenceHeader(registry, this))
    , m_tabs(new SegmentedControl({tr("Layout"), tr("BNF"), tr("Changes"), tr("Releases")}, this))
    , m_stack(new QStackedWidget(this))
    , m_layoutModel(new LayoutTreeModel(this)) {
    m_tabs->setAccessibleName(tr("View of the definition"));
    m_stack->setFrameShape(QFrame::StyledPanel);
    setUpLayoutView();
    m_changes = new ReferenceChanges(registry, this);
    m_releases = new FactTableView(tr("Releases"), FactTableView::Parts::Table, this);
    m_stack->addWidget(m_layoutView);
    m_stack->addWidget(makeGrammar());
    m_stack->addWidget(m_changes);
    m_stack->addWidget(m_releases);
    auto* tabs = new QHBoxLayout;
    tabs->addWidget(m_tabs);
    tabs->addStretch(1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(Metrics::Margin, Metrics::Spacing, Metrics::Margin, Metrics::Margin);
    layout->setSpacing(Metrics::Spacing);
    layout->addWidget(m_header);
    layout->addLayout(tabs);
    layout->addWidget(m_stack, 1);
    setUpConnections();
}

void ReferenceDefinition::setUpLayoutView() {
    m_layoutView = new QTreeView(this);
    m_layoutView->setModel(m_layoutModel);
    m_layoutView->setAccessibleName(tr("Layout table"));
    m_layoutView->setFrameShape(QFrame::NoFrame);
    m_layoutView->setUniformRowHeights(true);
    m_layoutView->setItemDelegate(new LayoutDelegate(m_layoutView));
    m_layoutView->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_layoutView->header()->setFixedHeight(headerHeight());
    m_layoutView->header()->setStretchLastSection(true);
    for (std::size_t column = 0; column < kColumnWidths.size(); ++column) {
        m_layoutView->setColumnWidth(static_cast<int>(column), kColumnWidths[column]);
    }
}

QWidget* ReferenceDefinition::makeGrammar() {
    auto* page = new QWidget(this);
    auto* bar = new TitleBar(tr("As Kafka's protocol guide writes it"), TitleBar::Height::Panel, page);
    auto* copy = new QPushButton(icon(QStringLiteral("copy")), tr("Copy"), bar);
    bar->addAfter(copy);
    m_grammar = new QPlainTextEdit(page);
    m_grammar->setReadOnly(true);
    followMonospaceFont(*m_grammar);
    m_grammar->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_grammar->setFrameShape(QFrame::NoFrame);
    m_grammar->setAccessibleName(tr("Grammar of the message"));
    m_grammar->setTabChangesFocus(true);
    connect(copy, &QPushButton::clicked, this, &ReferenceDefinition::copyGrammar);
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(bar);
    layout->addWidget(m_grammar, 1);
    return page;
}

void ReferenceDefinition::setUpConnections() {
    connect(m_tabs, &SegmentedControl::currentIndexChanged, this, &ReferenceDefinition::showTab);
    connect(m_header, &ReferenceHeader::versionChosen, this, &ReferenceDefinition::showVersion);
    connect(m_header, &ReferenceHeader::releaseChosen, this, &ReferenceDefinition::showVersion);
    connect(m_header, &ReferenceHeader::composeWanted, this, &ReferenceDefinition::compose);
}

void ReferenceDefinition::showTarget(const ReferenceTarget& target) {
    m_target = target;
    const std::string name = target.name.toStdString();
    m_api = target.kind == ReferenceTarget::Kind::Api ? m_registry.apiByName(name) : nullptr;
    m_definitions = m_api != nullptr ? std::vector{name + "Request", name + "Response"} : std::vector{name};
    m_header->setDefinitions(m_api, m_definitions, target.number);
    showVersion();
}

SchemaChoice ReferenceDefinition::choice() const {
    return m_header->choice();
}

int ReferenceDefinition::version() const {
    return m_header->version();
}

void ReferenceDefinition::setVersion(int version) {
    m_header->setVersion(version);
}

void ReferenceDefinition::stepVersion(int by) {
    m_header->setVersion(version() + by);
}

void ReferenceDefinition::showNewestVersion() {
    m_header->showNewestVersion();
}

void ReferenceDefinition::setRelease(const QString& release) {
    m_header->setRelease(release);
}

void ReferenceDefinition::setTab(Tab tab) {
    m_tabs->setCurrentIndex(static_cast<int>(tab));
}

ReferenceDefinition::Tab ReferenceDefinition::tab() const {
    return static_cast<Tab>(m_tabs->currentIndex());
}

void ReferenceDefinition::showVersion() {
    showTab();
    Q_EMIT versionShown(version());
}

void ReferenceDefinition::showTab() {
    m_stack->setCurrentIndex(m_tabs->currentIndex());
    if (m_definitions.empty()) {
        return;
    }
    switch (tab()) {
        case Tab::Layout:
            showLayouts();
            break;
        case Tab::Grammar:
            showGrammar();
            break;
        case Tab::Changes:
            m_changes->setDefinitions(m_definitions, m_header->versions(), choice(), version());
            break;
        case Tab::Releases:
            m_releases->setTable(releaseFactTable(m_registry, m_definitions));
            m_releases->setHeading(tr("Which release has which versions"));
            break;
    }
}

void ReferenceDefinition::addSection(std::vector<LayoutSection>& sections, const QString& title,
                                     const Result<std::shared_ptr<const MessageLayout>>& layout,
                                     const QString& facts) const {
    if (layout) {
        const QString version = QStringLiteral("v%1").arg((*layout)->version);
        sections.push_back({title, facts.isEmpty() ? version : version + QStringLiteral(" · ") + facts, *layout});
    }
}

// In the order in which a frame has them: headers before their bodies.
std::vector<LayoutSection> ReferenceDefinition::sections() const {
    std::vector<LayoutSection> sections;
    if (m_header->versions().isEmpty()) {
        return sections;
    }
    for (const std::string& definition : m_definitions) {
        const auto layout = m_registry.layout(definition, version(), choice());
        if (!layout) {
            continue;
        }
        const MessageType type = (*layout)->spec->type;
        const int header = headerVersionOf(m_registry, choice(), **layout).value_or(-1);
        if (header >= 0) {
            const bool isRequest = type == MessageType::Request;
            addSection(sections, isRequest ? tr("Request header") : tr("Response header"),
                       isRequest ? m_registry.requestHeader(header) : m_registry.responseHeader(header), {});
        }
        addSection(sections,
                   type == MessageType::Request    ? tr("Request")
                   : type == MessageType::Response ? tr("Response")
                                                   : QString::fromStdString(definition),
                   layout, (*layout)->flexible ? tr("flexible") : QString());
    }
    return sections;
}

void ReferenceDefinition::showLayouts() {
    m_layoutModel->setSections(sections());
    m_layoutView->expandAll();
    // Headers are the same everywhere: folded.
    for (int row = 0; row < m_layoutModel->rowCount(); ++row) {
        const QModelIndex index = m_layoutModel->index(row, 0);
        const auto& layout = m_layoutModel->sections()[static_cast<std::size_t>(row)].layout;
        if (m_api != nullptr && layout->spec->type == MessageType::Header) {
            m_layoutView->collapse(index);
        }
    }
}

void ReferenceDefinition::showGrammar() {
    std::string text;
    for (const LayoutSection& section : sections()) {
        if (m_api == nullptr || section.layout->spec->type != MessageType::Header) {
            text += (text.empty() ? "" : "\n") + layoutBnf(*section.layout);
        }
    }
    m_grammar->setPlainText(QString::fromStdString(text));
}

QString ReferenceDefinition::grammar() const {
    return m_grammar->toPlainText();
}

void ReferenceDefinition::copyGrammar() const {
    QApplication::clipboard()->setText(grammar());
}

void ReferenceDefinition::compose() {
    if (m_api != nullptr) {
        Q_EMIT composeWanted(m_api->key, version());
    }
}

QByteArray ReferenceDefinition::columnState() const {
    return m_layoutView->header()->saveState();
}

void ReferenceDefinition::restoreColumnState(const QByteArray& state) {
    if (!state.isEmpty()) {
        m_layoutView->header()->restoreState(state);
    }
}

}  // namespace brokerscope
