#include "ui/inspector/find_bar.h"

#include "ui/models/open_document.h"
#include "ui/style/icons.h"
#include "ui/style/metrics.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

#include <algorithm>

namespace brokerscope {
namespace {

constexpr int kProgressMs = 100;  // a quick search is over before it says anything
constexpr int kPerMilleToPercent = 10;

std::size_t numberOfPart(const OpenDocument& document, const DocumentPart* part) {
    const auto& parts = document.parts();
    const auto found = std::ranges::find(parts, part);
    return found == parts.end() ? 0 : static_cast<std::size_t>(found - parts.begin());
}

bool isOfFields(SearchMode mode) {
    return mode == SearchMode::Field || mode == SearchMode::Value;
}

}  // namespace

FindBar::FindBar(QWidget* parent)
    : QWidget(parent), m_mode(new QComboBox), m_text(new QLineEdit), m_answer(new QLabel) {
    m_mode->addItems({tr("Text"), tr("Hex"), tr("Field"), tr("Value"), tr("Offset")});
    m_mode->setAccessibleName(tr("What to find"));
    m_text->setAccessibleName(tr("Find"));
    m_text->setClearButtonEnabled(true);
    setUpButtons();
    connect(m_mode, &QComboBox::currentIndexChanged, this, [this] { updatePlaceholder(); });
    connect(m_text, &QLineEdit::textChanged, this, &FindBar::forget);
    connect(&m_progressTimer, &QTimer::timeout, this, &FindBar::showProgress);
    m_progressTimer.setInterval(kProgressMs);
    updatePlaceholder();
    hide();
}

void FindBar::setUpButtons() {
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(Metrics::Margin, 4, Metrics::Margin, 4);
    layout->addWidget(m_mode);
    layout->addWidget(m_text, 1);
    const auto addButton = [&](const QString& iconName, const QString& name, auto clicked) {
        auto* button = new QToolButton;
        button->setIcon(icon(iconName));
        button->setToolTip(name);
        button->setAccessibleName(name);
        button->setAutoRaise(true);
        connect(button, &QToolButton::clicked, this, clicked);
        layout->addWidget(button);
    };
    addButton(QStringLiteral("chevron-up"), tr("Previous (Shift+Return)"), [this] { search(true); });
    addButton(QStringLiteral("chevron-down"), tr("Next (Return)"), [this] { search(false); });
    layout->addWidget(m_answer);
    m_stop = new QToolButton;
    m_stop->setText(tr("Stop"));
    m_stop->setToolTip(tr("Stop searching"));
    m_stop->setAutoRaise(true);
    m_stop->hide();
    connect(m_stop, &QToolButton::clicked, this, &FindBar::stop);
    layout->addWidget(m_stop);
    addButton(QStringLiteral("close"), tr("Close (Escape)"), [this] { close(); });
}

void FindBar::open(SearchMode mode) {
    m_mode->setCurrentIndex(static_cast<int>(mode));
    forget();
    show();
    m_text->setFocus();
    m_text->selectAll();
}

void FindBar::setDocument(std::shared_ptr<OpenDocument> document, BufferId buffer) {
    m_document = std::move(document);
    m_buffer = m_document != nullptr ? numberOfPart(*m_document, m_document->wholeOf(buffer)) : 0;
    m_position = {m_buffer, 0};
    forget();
}

void FindBar::setTexts(FieldTexts texts) {
    m_texts = std::move(texts);
}

void FindBar::setPosition(const LinkedSelection& selection) {
    const std::size_t part = selection.node ? selection.node->tree : m_buffer;
    m_position = {part, selection.span.offset};
}

void FindBar::updatePlaceholder() {
    const QString texts[] = {tr("text in the bytes"), tr("bytes such as 00 0b 6?, ? is any half byte"),
                             tr("part of a field's name, also in what is opened"),
                             tr("number, or part of a value as it is shown, also in what is opened"),
                             tr("offset such as 43 or 0x2b")};
    m_text->setPlaceholderText(texts[m_mode->currentIndex()]);
    forget();
}

// What was asked is no longer asked.
void FindBar::forget() {
    m_work.cancel();
    say({});
}

void FindBar::say(const QString& text) {
    m_answer->setText(text);
    const bool isBusy = isSearching();
    m_stop->setVisible(isBusy && !text.isEmpty());
    if (!isBusy) {
        m_progressTimer.stop();
    }
}

QString FindBar::answer() const {
    return m_answer->text();
}

void FindBar::showProgress() {
    if (isSearching()) {
        say(tr("searching… %1 %").arg(*m_progress / kPerMilleToPercent));
    }
}

void FindBar::stop() {
    if (isSearching()) {
        m_work.cancel();
        say(tr("stopped at %1 %, nothing found so far").arg(*m_progress / kPerMilleToPercent));
    }
}

void FindBar::search(bool backwards) {
    forget();
    if (m_document == nullptr || m_text->text().isEmpty()) {
        return;
    }
    m_progress = std::make_shared<SearchProgress>(0);
    SearchQuery query{
        static_cast<SearchMode>(m_mode->currentIndex()), m_text->text(), m_position, m_buffer, backwards, m_texts};
    if (!isWithin(query.from.part, query.mode)) {
        query.from = {m_buffer, 0};
    }
    m_work.start(
        this,
        [parts = searchedParts(*m_document), query, progress = m_progress](const CancelToken& cancel) {
            return searchMessage(parts, query, cancel, progress.get());
        },
        [this](const Result<std::optional<SearchHit>>& hit) { take(hit); });
    m_progressTimer.start();
}

// Bytes are looked for in one buffer; a place in another one says nothing of where to begin.
bool FindBar::isWithin(std::size_t part, SearchMode mode) const {
    const auto& parts = m_document->parts();
    return part < parts.size() && (isOfFields(mode) || parts[part]->buffer == parts[m_buffer]->buffer);
}

void FindBar::take(const Result<std::optional<SearchHit>>& hit) {
    if (!hit) {
        say(QString::fromStdString(hit.error().text()));
    } else if (!*hit) {
        say(!isOfFields(static_cast<SearchMode>(m_mode->currentIndex()))    ? tr("not in these bytes")
            : m_mode->currentIndex() == static_cast<int>(SearchMode::Value) ? tr("no such value in what is opened")
                                                                            : tr("no such field in what is opened"));
    } else {
        // What is selected then may begin before the hit, and may lie in another buffer, which forgets what was said.
        const SearchPlace place = (*hit)->place;
        Q_EMIT found(**hit);
        m_position = place;
        say(tr("at offset %1").arg(place.offset));
    }
}

void FindBar::close() {
    forget();
    hide();
    Q_EMIT closed();
}

void FindBar::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape) {
        close();
    } else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        search((event->modifiers() & Qt::ShiftModifier) != 0);
    } else {
        QWidget::keyPressEvent(event);
    }
}

}  // namespace brokerscope
