#include "ui/pages/topic_record_panel.h"

#include "ui/inspector/inspector.h"
#include "ui/models/open_document.h"
#include "ui/models/record_sets.h"
#include "ui/pages/key_history_panel.h"
#include "ui/pages/state_panel.h"
#include "ui/pages/topic_answers_panel.h"
#include "ui/pages/topic_words.h"
#include "ui/style/icons.h"
#include "ui/style/metrics.h"
#include "ui/widgets/font_follower.h"
#include "ui/widgets/segmented_control.h"
#include "ui/widgets/title_bar.h"

#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace brokerscope {

TopicRecordPanel::TopicRecordPanel(const SchemaRegistry& registry, QWidget* parent)
    : QFrame(parent)
    , m_registry(registry)
    , m_stack(new QStackedWidget(this))
    , m_inspector(new Inspector(registry))
    , m_state(new StatePanel)
    , m_history(new KeyHistoryPanel)
    , m_answers(new TopicAnswersPanel) {
    setFrameShape(QFrame::StyledPanel);
    QWidget* text = makeTextSide();
    addView(View::Record, text, *m_bar);
    addView(View::Bytes, m_inspector, m_inspector->titleBar());
    addView(View::State, m_state, m_state->titleBar());
    addView(View::History, m_history, m_history->titleBar());
    addView(View::Answers, m_answers, m_answers->titleBar());
    m_inspector->setEmptyText(tr("Choose a record above to see its bytes."));
    connect(m_inspector, &Inspector::pathHovered, this, &TopicRecordPanel::pathHovered);
    connect(m_state, &StatePanel::recordWanted, this, &TopicRecordPanel::recordWanted);
    connect(m_history, &KeyHistoryPanel::recordWanted, this, &TopicRecordPanel::recordWanted);
    connect(m_answers, &TopicAnswersPanel::recordWanted, this, &TopicRecordPanel::recordWanted);
    connect(m_answers, &TopicAnswersPanel::filterWanted, this, &TopicRecordPanel::filterWanted);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(1, 1, 1, 1);
    layout->addWidget(m_stack);
    show({}, {}, TransactionState::None);
}

QWidget* TopicRecordPanel::makeTextSide() {
    auto* side = new QWidget(this);
    m_bar = new TitleBar({}, TitleBar::Height::Panel, side);
    m_writing = new SegmentedControl({tr("Text"), tr("JSON"), tr("Hex")}, m_bar);
    m_writing->setAccessibleName(tr("How key and value are written"));
    m_toGroup = new QPushButton(icon(QStringLiteral("groups")), tr("Group"), m_bar);
    m_toGroup->setToolTip(tr("Show the group that this record is about (Ctrl+Alt+G)"));
    m_bar->addAfter(m_toGroup);
    m_bar->addAfter(m_writing);
    m_text = new QPlainTextEdit(side);
    m_text->setReadOnly(true);
    m_text->setFrameShape(QFrame::NoFrame);
    followMonospaceFont(*m_text);
    m_text->document()->setDocumentMargin(Metrics::Margin);
    m_text->setAccessibleName(tr("The chosen record"));
    m_text->setPlaceholderText(tr("Choose a record above to see its key, value and headers."));
    connect(m_writing, &SegmentedControl::currentIndexChanged, this, &TopicRecordPanel::showText);
    connect(m_toGroup, &QPushButton::clicked, this, [this] { Q_EMIT groupWanted(m_group); });
    auto* layout = new QVBoxLayout(side);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_bar);
    layout->addWidget(m_text, 1);
    return side;
}

// Every view has a bar of its own, and the choice of views stands at the left of each.
void TopicRecordPanel::addView(View view, QWidget* widget, TitleBar& bar) {
    auto* choice = new SegmentedControl({tr("Record"), tr("Bytes"), tr("State"), tr("History"), tr("Answers")}, widget);
    choice->setAccessibleName(tr("What is shown of the record"));
    choice->setCurrentIndex(static_cast<int>(view));
    bar.addBefore(choice);
    connect(choice, &SegmentedControl::currentIndexChanged, this, [this](int chosen) { setView(View(chosen)); });
    m_choices[static_cast<std::size_t>(view)] = choice;
    m_stack->addWidget(widget);
}

// All choices show the view that they stand in, so that each is right when its bar comes up.
void TopicRecordPanel::setView(View view) {
    m_stack->setCurrentIndex(static_cast<int>(view));
    for (std::size_t i = 0; i < m_choices.size(); ++i) {
        const QSignalBlocker quiet(m_choices[i]);
        m_choices[i]->setCurrentIndex(static_cast<int>(i));
    }
    openBytes();
}

TopicRecordPanel::View TopicRecordPanel::view() const {
    return static_cast<View>(m_stack->currentIndex());
}

void TopicRecordPanel::setNames(const EntityNames& names) {
    m_inspector->setNames(names);
}

void TopicRecordPanel::setTopicNames(const TopicNameOf& nameOf) {
    m_history->setTopicNames(nameOf);
}

void TopicRecordPanel::setRecords(const TopicRowContext& context, const std::deque<SharedTopicPiece>& pieces,
                                  bool isOver) {
    m_answers->setRecords(context, pieces, isOver);
}

std::shared_ptr<SharedHistory> TopicRecordPanel::historyOf(const TopicRowsModel::Place& place,
                                                           const TopicRowContext& context,
                                                           const std::deque<SharedTopicPiece>& pieces) {
    if (!place.isValid() || context.decodedAs.empty()) {
        return nullptr;
    }
    return m_shared != nullptr && m_shared->holds(place, context, pieces)
               ? m_shared
               : std::make_shared<SharedHistory>(context, place.batch().partition, pieces);
}

QString TopicRecordPanel::text() const {
    return m_text->toPlainText();
}

void TopicRecordPanel::show(const TopicRowsModel::Place& place, const TopicRowContext& context, TransactionState state,
                            const std::deque<SharedTopicPiece>& pieces) {
    m_work.cancel();
    m_place = place;
    m_context = context;
    m_reading = {};
    m_document.reset();
    m_inspector->clear();
    m_text->clear();
    m_shared = historyOf(place, context, pieces);
    m_state->show(place, context, m_shared);
    m_history->show(place, m_shared);
    if (!place.isValid()) {
        m_answers->setRecords(context, pieces, false);
    }
    const std::string_view group = place.isValid() ? place.piece->text(place.row->group) : std::string_view();
    m_group = QString::fromUtf8(group.data(), static_cast<qsizetype>(group.size()));
    m_toGroup->setVisible(!m_group.isEmpty());
    m_writing->setVisible(place.isValid());
    const QString heading = place.isValid() ? QStringLiteral("%1-%2 @ %3")
                                                  .arg(QString::fromStdString(context.topic))
                                                  .arg(place.batch().partition)
                                                  .arg(place.row->offset)
                                            : QString();
    const QString facts =
        place.isValid() ? batchSentence(place.batch(), state).section(QStringLiteral(" · "), 1) : QString();
    for (TitleBar* bar : {m_bar, &m_inspector->titleBar()}) {
        bar->setHeading(heading);
        bar->setFacts(facts);
    }
    if (place.isValid()) {
        m_work.start(
            this, [place, context](const CancelToken& cancel) { return readTopicRecord(place, context, cancel); },
            [this](const TopicRecordReading& reading) { showReading(reading); });
    }
}

void TopicRecordPanel::showReading(const TopicRecordReading& reading) {
    m_reading = reading;
    showText();
    openBytes();
}

void TopicRecordPanel::showText() {
    m_text->setPlainText(m_reading.failure.isEmpty()
                             ? m_reading.texts[static_cast<std::size_t>(m_writing->currentIndex())]
                             : m_reading.failure);
}

// The batch is opened when it is looked at.
void TopicRecordPanel::openBytes() {
    if (view() != View::Bytes || m_reading.batch == nullptr || m_document != nullptr) {
        return;
    }
    DocumentContext context{.registry = &m_registry, .limits = m_context.limits};
    context.topic = m_context.decodedAs;
    m_document = std::make_shared<OpenDocument>(m_reading.batch, context);
    m_isSelected = false;
    m_inspector->setDocument(m_document);
    connect(m_document.get(), &OpenDocument::opened, this, &TopicRecordPanel::selectRecord);
    selectRecord();
}

// Again and again, until everything on the way to the record is open, and its key and value with it.
void TopicRecordPanel::selectRecord() {
    if (m_isSelected || m_document == nullptr || !m_place.isValid()) {
        return;
    }
    const NodeRef record = recordNode(*m_document, NodeRef::root(m_document->message()), 0, m_place.row->record);
    if (!record.isValid()) {
        return;
    }
    m_isSelected = true;
    NodeRef shown = record;
    for (const char* name : {"key", "value"}) {
        const auto field = record.findField(name);
        if (field && !field->isNull()) {
            m_document->open(*field);
            shown = *field;
        }
    }
    m_inspector->link()->select(m_document->linkedTo(shown), this);
}

}  // namespace brokerscope
