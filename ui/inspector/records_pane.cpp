#include "ui/inspector/records_pane.h"

#include "ui/inspector/record_full_text.h"
#include "ui/inspector/record_row_delegate.h"
#include "ui/models/open_document.h"
#include "ui/models/record_sets.h"
#include "ui/models/record_table_model.h"
#include "ui/models/value_format.h"
#include "ui/style/metrics.h"
#include "ui/widgets/font_follower.h"
#include "ui/widgets/plain_table.h"
#include "ui/widgets/segmented_control.h"
#include "ui/widgets/title_bar.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHeaderView>
#include <QPlainTextEdit>
#include <QSignalBlocker>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace brokerscope {
namespace {

constexpr std::size_t kMostSets = 200;
constexpr int kMostSpans = 1000;  // rows of remarks that are drawn over several columns
constexpr int kTableShare = 3;
// Texts as wide as those of the columns usually are.
constexpr std::array kUsualTexts{"000000000000", "0000-00-00 00:00:00.000 UTC", "a key of some length",
                                 "a value of a record that says what happened, and where"};

void fitColumns(QTableView& table) {
    const QFontMetrics metrics = table.fontMetrics();
    for (std::size_t column = 0; column < kUsualTexts.size(); ++column) {
        table.setColumnWidth(static_cast<int>(column),
                             metrics.horizontalAdvance(QLatin1String(kUsualTexts[column])) + Metrics::CellRoom);
    }
}

QTableView* makeTable(RecordTableModel& model, QWidget* parent) {
    QTableView* table = makePlainTable(model, RecordsPane::tr("Records"), parent);
    table->setFrameShape(QFrame::NoFrame);
    table->horizontalHeader()->setStretchLastSection(false);
    table->setItemDelegate(new RecordRowDelegate(table));
    followFont(*table, [table] { fitColumns(*table); });
    table->horizontalHeader()->setSectionResizeMode(RecordTableModel::ValueColumn, QHeaderView::Stretch);
    return table;
}

NullableBytes contentOf(const NodeRef& record, std::string_view name) {
    const auto field = record.findField(name);
    const bool isMissing = !field || field->isUnread();
    return isMissing || field->isNull() ? NullableBytes{{}, true, isMissing} : NullableBytes{field->content(), false};
}

// As they lie there, one behind the other.
void addHeaders(RecordView& view, const NodeRef& record) {
    const auto headers = record.findField("headers");
    const std::size_t count = headers && !headers->isUnread() ? headers->childCount() : 0;
    if (count == 0) {
        return;
    }
    const ValueTree& tree = headers->tree();
    const ByteView first = tree.view(headers->child(0).node());
    const ByteView last = tree.view(headers->child(count - 1).node());
    view.headersCount = static_cast<std::int32_t>(count);
    view.headers = ByteView(first.data(), static_cast<std::size_t>(last.data() + last.size() - first.data()));
}

QString controlSentence(const RecordList::Row& row) {
    const QStringList words{QString::fromStdString(row.name), QString::fromStdString(row.says)};
    return RecordsPane::tr("%1, never delivered to consumers").arg(words.join(QLatin1Char(' ')));
}

RecordView viewOf(const NodeRef& record) {
    RecordView view;
    view.key = contentOf(record, "key");
    view.value = contentOf(record, "value");
    addHeaders(view, record);
    return view;
}

}  // namespace

RecordsPane::RecordsPane(SelectionLink& link, QWidget* parent)
    : QWidget(parent)
    , m_link(link)
    , m_bar(new TitleBar({}, TitleBar::Height::Panel))
    , m_model(new RecordTableModel(this))
    , m_table(makeTable(*m_model, this))
    , m_chooser(new QComboBox(this))
    , m_form(new SegmentedControl({tr("Text"), tr("JSON"), tr("Hex")}, this))
    , m_controls(new QCheckBox(tr("control records"), this))
    , m_committed(new QCheckBox(tr("as read_committed"), this))
    , m_text(new QPlainTextEdit(this)) {
    setUpBar(*m_bar);
    m_text->setReadOnly(true);
    m_text->setFrameShape(QFrame::NoFrame);
    followMonospaceFont(*m_text);
    m_text->document()->setDocumentMargin(Metrics::Margin);
    m_text->setAccessibleName(tr("The chosen record"));
    m_text->setPlaceholderText(tr("Choose a record to see its key, value and headers."));
    auto* splitter = new QSplitter(Qt::Vertical, this);
    splitter->addWidget(m_table);
    splitter->addWidget(m_text);
    splitter->setStretchFactor(0, kTableShare);
    splitter->setStretchFactor(1, 1);
    splitter->setChildrenCollapsible(false);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_bar);
    layout->addWidget(splitter, 1);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &RecordsPane::chooseRecord);
    connect(m_table, &QTableView::activated, this, &RecordsPane::recordOpened);
}

void RecordsPane::setUpBar(TitleBar& bar) {
    m_chooser->setAccessibleName(tr("Which records of the message"));
    m_chooser->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_form->setAccessibleName(tr("How keys and values are written"));
    bar.addBefore(m_chooser);
    m_controls->setToolTip(tr("Markers of transactions and what else brokers write for themselves"));
    m_committed->setToolTip(tr("Only what consumers with isolation.level=read_committed are given of this answer"));
    m_controls->hide();
    m_committed->hide();
    bar.addAfter(m_controls);
    bar.addAfter(m_committed);
    bar.addAfter(m_form);
    connect(m_controls, &QCheckBox::toggled, this, &RecordsPane::showWhich);
    connect(m_committed, &QCheckBox::toggled, this, &RecordsPane::showWhich);
    connect(m_chooser, &QComboBox::currentIndexChanged, this, &RecordsPane::readSet);
    connect(m_form, &SegmentedControl::currentIndexChanged, this, [this](int form) {
        m_model->setForm(static_cast<RecordText>(form));
        showChosen();
    });
}

void RecordsPane::setDocument(std::shared_ptr<OpenDocument> document) {
    if (m_document != nullptr) {
        disconnect(m_document.get(), nullptr, this, nullptr);
    }
    m_document = std::move(document);
    m_reading.cancel();
    m_sets.clear();
    m_set = -1;
    m_wanted.reset();
    m_chosen.reset();
    m_record = {};
    m_isRead = false;
    m_model->setList(nullptr);
    showChosen();
    if (m_document != nullptr) {
        connect(m_document.get(), &OpenDocument::opened, this, &RecordsPane::selectWanted);
        connect(m_document.get(), &OpenDocument::secretsShown, this, [this] {
            if (m_set >= 0) {
                readSet(m_set);
            }
        });
    }
    if (isVisible()) {
        findSets();
    }
}

void RecordsPane::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (!m_isRead) {
        findSets();
    }
}

void RecordsPane::findSets() {
    m_isRead = true;
    m_sets = recordSetsOf(m_document != nullptr ? m_document->message() : nullptr, kMostSets);
    {
        const QSignalBlocker quiet(m_chooser);
        m_chooser->clear();
        for (const NodeRef& set : m_sets) {
            const std::string path = set.path().empty() ? "batches" : set.path();
            const std::string name = m_document->recordsName(set);
            m_chooser->addItem(tr("%1 · %2").arg(visibleText(QString::fromStdString(name.empty() ? path : name)),
                                                 countText(recordSetBytes(set).size(), tr("byte"), tr("bytes"))));
            m_chooser->setItemData(m_chooser->count() - 1, QString::fromStdString(path), Qt::ToolTipRole);
        }
    }
    m_chooser->setVisible(m_sets.size() > 1);
    readSet(m_sets.empty() ? -1 : 0);
}

void RecordsPane::readSet(int set) {
    m_set = set;
    m_reading.cancel();
    m_wanted.reset();
    m_chosen.reset();
    m_record = {};
    m_model->setList(nullptr);
    showChosen();
    const auto aborts = set < 0 ? std::nullopt : abortsOfSet(m_sets[static_cast<std::size_t>(set)]);
    m_abortsAreTold = aborts && aborts->isTold;
    m_controls->hide();
    m_committed->setVisible(aborts.has_value());
    showWhich();
    if (set < 0) {
        m_bar->setFacts(tr("no records"));
        return;
    }
    m_bar->setFacts(tr("reading…"));
    m_reading.start(
        this,
        [node = m_sets[static_cast<std::size_t>(set)], mask = maskOfSet(), origin = originOfSet(),
         limits = m_document->context().limits,
         aborted = aborts ? aborts->transactions : std::vector<AbortedTransaction>()](const CancelToken& cancel) {
            return cancel.isCancelled() ? nullptr
                                        : std::make_shared<const RecordList>(
                                              readRecordList(recordSetBytes(node), mask, aborted, limits, origin));
        },
        [this](const std::shared_ptr<const RecordList>& list) { showList(list); });
}

MaskRecord RecordsPane::maskOfSet() const {
    return m_document->recordMask(m_sets[static_cast<std::size_t>(m_set)]);
}

RecordsOrigin RecordsPane::originOfSet() const {
    return m_document->recordsOrigin(m_sets[static_cast<std::size_t>(m_set)]);
}

void RecordsPane::showList(std::shared_ptr<const RecordList> list) {
    m_model->setList(std::move(list));
    spanRemarks();
    showFacts();
}

// A remark is a sentence: it has the room from the second column up to the sizes.
void RecordsPane::spanRemarks() {
    m_table->clearSpans();
    int spans = 0;
    for (int row = 0; row < m_model->rowCount() && spans < kMostSpans; ++row) {
        const QModelIndex index = m_model->index(row, RecordTableModel::TimestampColumn);
        if (m_model->row(index)->kind == RecordList::Kind::Remark) {
            m_table->setSpan(row, RecordTableModel::TimestampColumn, 1,
                             RecordTableModel::HeadersColumn - RecordTableModel::TimestampColumn);
            ++spans;
        }
    }
}

// The chosen row stays chosen where it is still shown, or is shown again.
void RecordsPane::showWhich() {
    const bool isCommitted = m_committed->isChecked() && !m_committed->isHidden();
    m_controls->setEnabled(!isCommitted);
    m_model->setShown({m_controls->isChecked(), isCommitted});
    spanRemarks();
    showFacts();
    const QModelIndex again = m_chosen ? m_model->indexOf(m_chosen->entry, m_chosen->record) : QModelIndex();
    if (again.isValid()) {
        m_table->setCurrentIndex(again);
    } else {
        m_wanted.reset();
        m_record = {};
        showChosen();
    }
}

void RecordsPane::showFacts() {
    const RecordList* list = m_model->list();
    if (list == nullptr) {
        return;
    }
    const RecordTableModel::Counts& counts = m_model->counts();
    const ShownRecords& shown = m_model->shown();
    const QString count = countText(counts.records, tr("record"), tr("records"));
    QStringList facts{list->isCut ? tr("the first %1").arg(count) : count};
    const auto add = [&facts](std::uint64_t number, const QString& one, const QString& many) {
        if (number > 0) {
            facts.append(countText(number, one, many));
        }
    };
    if (shown.committed) {
        add(counts.aborted, tr("aborted record hidden"), tr("aborted records hidden"));
    } else {
        add(counts.aborted, tr("of them aborted"), tr("of them aborted"));
    }
    if (shown.committed || !shown.controls) {
        add(counts.controls, tr("control record hidden"), tr("control records hidden"));
    } else {
        add(counts.controls, tr("control record"), tr("control records"));
    }
    add(counts.remarks, tr("remark"), tr("remarks"));
    if (shown.committed && !m_abortsAreTold) {
        facts.append(tr("the answer does not tell what was aborted"));
    }
    m_bar->setFacts(facts.join(QStringLiteral(" · ")));
    m_controls->setVisible(counts.controls > 0);
    m_table->setColumnHidden(RecordTableModel::StateColumn, counts.controls + counts.aborted + counts.remarks == 0);
}

void RecordsPane::chooseRecord() {
    const RecordList::Row* row = m_model->row(m_table->currentIndex());
    const bool isRemark = row != nullptr && row->kind == RecordList::Kind::Remark;
    m_wanted = row != nullptr ? std::optional(Wanted{row->entry, row->record, isRemark}) : std::nullopt;
    m_chosen = m_wanted;
    m_record = {};
    showChosen();
    selectWanted();
}

// Again and again, until everything on the way to the record is open.
void RecordsPane::selectWanted() {
    if (!m_wanted || m_document == nullptr || m_set < 0) {
        return;
    }
    const NodeRef& set = m_sets[static_cast<std::size_t>(m_set)];
    const NodeRef record = m_wanted->isEntry ? entryNode(*m_document, set, m_wanted->entry)
                                             : recordNode(*m_document, set, m_wanted->entry, m_wanted->record);
    if (!record.isValid()) {
        return;
    }
    m_wanted.reset();
    m_record = record;
    showChosen();
    m_link.select(m_document->linkedTo(record), this);
}

void RecordsPane::showChosen() {
    const RecordList::Row* row = m_model->row(m_table->currentIndex());
    if (row != nullptr && row->kind == RecordList::Kind::Remark) {
        m_text->setPlainText(QString::fromStdString(row->says));
        return;
    }
    if (!m_record.isValid()) {
        m_text->clear();
        return;
    }
    const RecordView record = viewOf(m_record);
    const MaskRecord mask = maskOfSet();
    const auto masked = mask ? mask(record) : std::nullopt;
    const bool isControl = row != nullptr && row->kind == RecordList::Kind::Control;
    const QString text =
        recordFullText(record, masked ? masked->view : record, static_cast<RecordText>(m_form->currentIndex()),
                       isControl ? RecordsOrigin() : originOfSet());
    m_text->setPlainText(isControl ? controlSentence(*row) + QStringLiteral("\n\n") + text : text);
}

}  // namespace brokerscope
