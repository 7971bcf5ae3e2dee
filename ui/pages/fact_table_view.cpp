#include "ui/pages/fact_table_view.h"

#include "ui/models/value_format.h"
#include "ui/pages/fact_delegate.h"
#include "ui/style/metrics.h"
#include "ui/style/palette.h"
#include "ui/widgets/font_follower.h"
#include "ui/widgets/plain_table.h"
#include "ui/widgets/search_field.h"
#include "ui/widgets/title_bar.h"

#include <QEvent>
#include <QHeaderView>
#include <QSplitter>
#include <QTableView>
#include <QTextBrowser>
#include <QVBoxLayout>

namespace brokerscope {

namespace {

constexpr int kFactFilterWidth = 240;
constexpr int kWidestColumn = 330;
constexpr int kCellPadding = 22;
constexpr int kTableHeight = 620;
constexpr int kDetailHeight = 150;

}  // namespace

FactTableView::FactTableView(const QString& name, Parts parts, QWidget* parent)
    : QWidget(parent)
    , m_model(new FactTableModel(this))
    , m_filtered(new FactFilterModel(this))
    , m_bar(new TitleBar({}, TitleBar::Height::Panel, this))
    , m_filter(new SearchField(tr("Filter the rows…"), m_bar)) {
    m_filtered->setSourceModel(m_model);
    followFontWidth(*m_filter, kFactFilterWidth);
    m_bar->addAfter(m_filter);
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& text) {
        m_filtered->setFilterText(text);
        showRemark();
    });
    connect(m_filter, &SearchField::resultsWanted, this, [this] {
        m_table->setFocus(Qt::OtherFocusReason);
        m_table->setCurrentIndex(m_filtered->index(0, 0));
    });
    setUpTable(name);
    setUpDetail(parts);
}

void FactTableView::setUpTable(const QString& name) {
    m_table = makePlainTable(*m_filtered, name, this);
    m_table->setItemDelegate(new FactDelegate(m_table));
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setSortingEnabled(true);
    m_table->horizontalHeader()->setSortIndicatorClearable(true);
    m_table->sortByColumn(-1, Qt::AscendingOrder);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this, &FactTableView::showDetail);
    connect(m_table, &QTableView::activated, this, &FactTableView::follow);
}

void FactTableView::setUpDetail(Parts parts) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_bar);
    if (parts == Parts::Table) {
        layout->addWidget(m_table, 1);
        return;
    }
    m_detail = new QTextBrowser(this);
    m_detail->setFrameShape(QFrame::NoFrame);
    m_detail->setOpenLinks(false);
    m_detail->setAccessibleName(tr("The chosen row"));
    m_detail->document()->setDocumentMargin(Metrics::Margin);
    connect(m_detail, &QTextBrowser::anchorClicked, this, [this] { follow(m_table->currentIndex()); });
    auto* rows = new QSplitter(Qt::Vertical, this);
    rows->addWidget(m_table);
    rows->addWidget(m_detail);
    rows->setChildrenCollapsible(false);
    rows->setStretchFactor(0, 1);
    rows->setSizes({kTableHeight, kDetailHeight});
    layout->addWidget(rows, 1);
}

void FactTableView::setTable(FactTable table) {
    const QStringList columns = table.columns;
    m_model->setTable(std::move(table));
    if (columns != m_fittedColumns) {
        m_fittedColumns = columns;
        m_table->sortByColumn(-1, Qt::AscendingOrder);
        fitColumns();
    }
    showRemark();
    showDetail();
}

// As wide as their texts, the widest cut. What is left goes to the one with the longest texts, or to the last.
void FactTableView::fitColumns() {
    const QFontMetrics metrics(m_table->font());
    const QFontMetrics heading(m_table->horizontalHeader()->font());
    int longest = m_model->columnCount() - 1;
    int longestWidth = kWidestColumn;
    for (int column = 0; column < m_model->columnCount(); ++column) {
        int widest = heading.horizontalAdvance(m_model->table().columns[column]) + kCellPadding;
        for (const FactTable::Row& row : m_model->table().rows) {
            widest = std::max(widest, metrics.horizontalAdvance(row.cells.value(column)) + kCellPadding);
        }
        if (widest > longestWidth) {
            longest = column;
            longestWidth = widest;
        }
        m_table->setColumnWidth(column, std::min(widest, kWidestColumn));
    }
    QHeaderView* header = m_table->horizontalHeader();
    header->setStretchLastSection(false);
    for (int column = 0; column < m_model->columnCount(); ++column) {
        header->setSectionResizeMode(column, column == longest ? QHeaderView::Stretch : QHeaderView::Interactive);
    }
}

void FactTableView::showRemark() {
    const int shown = m_filtered->rowCount();
    const int all = m_model->rowCount();
    const QString count = countText(static_cast<std::uint64_t>(all), tr("row"), tr("rows"));
    m_bar->setFacts(shown == all ? count : tr("%1 of %2").arg(shown).arg(count));
}

void FactTableView::setHeading(const QString& heading) {
    m_bar->setHeading(heading);
}

bool FactTableView::chooseNumber(int number) {
    const int row = m_model->rowOf(number);
    if (row < 0) {
        return false;
    }
    if (!m_filtered->mapFromSource(m_model->index(row, 0)).isValid()) {
        m_filter->clear();
    }
    const QModelIndex index = m_filtered->mapFromSource(m_model->index(row, 0));
    m_table->setCurrentIndex(index);
    m_table->scrollTo(index);
    return true;
}

int FactTableView::chosenNumber() const {
    const QModelIndex index = m_filtered->mapToSource(m_table->currentIndex());
    return index.isValid() ? m_model->table().rows[static_cast<std::size_t>(index.row())].number : -1;
}

void FactTableView::setFilterText(const QString& text) {
    m_filter->setText(text);
}

QString FactTableView::detail() const {
    const QModelIndex index = m_filtered->mapToSource(m_table->currentIndex());
    QStringList lines;
    for (int column = 0; index.isValid() && column < m_model->columnCount(); ++column) {
        const QString cell = m_model->index(index.row(), column).data().toString();
        if (!cell.isEmpty()) {
            lines.append(QStringLiteral("%1: %2").arg(m_model->table().columns[column], cell));
        }
    }
    return lines.join(QLatin1Char('\n'));
}

void FactTableView::showDetail() {
    if (m_detail == nullptr) {
        return;
    }
    const Palette& palette = Palette::of(this->palette());
    const QModelIndex index = m_filtered->mapToSource(m_table->currentIndex());
    if (!index.isValid()) {
        m_detail->setHtml(QStringLiteral("<span style=\"color:%1\">%2</span>")
                              .arg(palette.muted.name(), tr("Choose a row to read it in full.").toHtmlEscaped()));
        return;
    }
    const FactTable::Row& row = m_model->table().rows[static_cast<std::size_t>(index.row())];
    QString html = QStringLiteral("<table cellspacing=\"0\" cellpadding=\"2\">");
    for (int column = 0; column < m_model->columnCount(); ++column) {
        if (const QString& cell = row.cells.value(column); !cell.isEmpty()) {
            html +=
                QStringLiteral("<tr><td style=\"color:%1\">%2&nbsp;&nbsp;&nbsp;</td><td>%3</td></tr>")
                    .arg(palette.muted.name(), m_model->table().columns[column].toHtmlEscaped(), cell.toHtmlEscaped());
        }
    }
    html += QStringLiteral("</table>");
    if (!row.target.isEmpty()) {
        html += QStringLiteral("<p><a href=\"%1\" style=\"color:%2\">%3</a></p>")
                    .arg(row.target.toHtmlEscaped(), palette.accent.name(),
                         tr("Show its definition (Return)").toHtmlEscaped());
    }
    m_detail->setHtml(html);
}

void FactTableView::follow(const QModelIndex& index) {
    const QString target = index.siblingAtColumn(0).data(FactTableModel::TargetRole).toString();
    if (!target.isEmpty()) {
        Q_EMIT targetWanted(target);
    }
}

QByteArray FactTableView::columnState() const {
    return m_table->horizontalHeader()->saveState();
}

void FactTableView::restoreColumnState(const QByteArray& state) {
    if (!state.isEmpty()) {
        m_table->horizontalHeader()->restoreState(state);
    }
}

void FactTableView::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_detail != nullptr) {
        showDetail();
    }
}

}  // namespace brokerscope
