#include "ui/inspector/records_pane.h"

#include "core/text/indented_json.h"
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
constexpr std::size_t kShownValue = 65'536;  // bytes of a key or value in full
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

QString inFull(const NullableBytes& content, RecordText form) {
    if (content.isNull) {
        return QStringLiteral("null");
    }
    const ByteView bytes = content.bytes.first(std::min(content.bytes.size(), kShownValue));
    const RecordList::Cell cell{ByteBuffer(bytes.begin(), bytes.end()), content.bytes.size(), false};
    if (form == RecordText::Json && cell.size == cell.bytes.size() && isJson(cell.bytes)) {
        return QString::fromStdString(indentedJson(asText(cell.bytes)));
    }
    if (form == RecordText::Hex) {
        return hexText(cell.bytes, kShownValue);
    }
    return recordText(cell, form);
}

NullableBytes contentOf(const NodeRef& record, std::string_view name) {
    const auto field = record.findField(name);
    return field && !field->isNull() ? NullableBytes{field->content(), false} : NullableBytes();
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
            m_chooser->addItem(tr("%1 · %2").arg(QString::fromStdString(set.path().empty() ? "batches" : set.path()),
                                                 countText(recordSetBytes(set).size(), tr("byte"), tr("bytes"))));
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
        [node = m_sets[static_cast<std::size_t>(set)], mask = maskOfSet(), limits = m_document->context().limits,
         aborted = aborts ? aborts->transactions : std::vector<AbortedTransaction>()](const CancelToken& cancel) {
            return cancel.isCancelled() ? nullptr
                                        : std::make_shared<const RecordList>(
                                              readRecordList(recordSetBytes(node), mask, aborted, limits));
        },
        [this](const std::shared_ptr<const RecordList>& list) { showList(list); });
}

MaskRecord RecordsPane::maskOfSet() const {
    return m_document->recordMask(m_sets[static_cast<std::size_t>(m_set)]);
}

void RecordsPane::showList(std::shared_ptr<const RecordList> list) {
    m_model->setList(std::move(list));
    showFacts();
}

// The chosen row stays chosen where it is still shown, or is shown again.
void RecordsPane::showWhich() {
    const bool isCommitted = m_committed->isChecked() && !m_committed->isHidden();
    m_controls->setEnabled(!isCommitted);
    m_model->setShown({m_controls->isChecked(), isCommitted});
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
    const auto form = static_cast<RecordText>(m_form->currentIndex());
    RecordView record;
    record.key = contentOf(m_record, "key");
    record.value = contentOf(m_record, "value");
    const MaskRecord mask = maskOfSet();
    const auto masked = mask ? mask(record) : std::nullopt;
    const RecordView& shown = masked ? masked->view : record;
    QStringList texts;
    if (row != nullptr && row->kind == RecordList::Kind::Control) {
        texts.append(tr("%1, never delivered to consumers")
                         .arg(QStringList{QString::fromStdString(row->name), QString::fromStdString(row->says)}.join(
                             QLatin1Char(' '))));
    }
    texts += QStringList{tr("key  %1").arg(inFull(shown.key, form)), tr("value  %1").arg(inFull(shown.value, form))};
    const auto headers = m_record.findField("headers");
    for (std::size_t i = 0; headers && i < headers->childCount(); ++i) {
        const NodeRef header = headers->child(i);
        const auto key = header.findField("key");
        const auto value = header.findField("value");
        if (key && value) {
            texts.append(
                tr("header %1  %2")
                    .arg(QString::fromStdString(key->text()), inFull(contentOf(header, "value"), RecordText::Text)));
        }
    }
    m_text->setPlainText(texts.join(QLatin1Char('\n')));
}

}  // namespace brokerscope
