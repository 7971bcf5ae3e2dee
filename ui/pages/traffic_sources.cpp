#include "ui/pages/traffic_sources.h"

#include "ui/models/value_format.h"
#include "ui/pages/exchange_texts.h"
#include "ui/pages/page_metrics.h"
#include "ui/style/metrics.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/font_follower.h"

#include <QComboBox>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalBlocker>

#include <algorithm>

namespace brokerscope {
namespace {

// Of one capture: more than of a run, since a file does not go on for days.
constexpr ExchangeStoreLimits kCaptureLimits{1'000'000, std::uint64_t{1} << 30};

}  // namespace

TrafficSources::TrafficSources(const ReadingContext& context, std::shared_ptr<const ExchangeStore> live,
                               QWidget* parent)
    : QWidget(parent)
    , m_context(context)
    , m_live(std::move(live))
    , m_shown(m_live)
    , m_chooser(new QComboBox(this))
    , m_facts(new ElidedLabel({}, ElidedLabel::Rank::Muted, this))
    , m_progress(new QProgressBar(this))
    , m_cancel(new QPushButton(tr("Cancel"), this))
    , m_close(new QPushButton(tr("Close"), this)) {
    m_chooser->addItem(tr("This run"));
    m_chooser->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_chooser->setAccessibleName(tr("Where the exchanges come from"));
    followFontWidth(*m_progress, PageMetrics::kProgressWidth);
    m_progress->setAccessibleName(tr("How much of the capture is read"));
    m_cancel->setToolTip(tr("Stop reading; the exchanges that are listed stay"));
    m_close->setToolTip(tr("Close the capture"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(Metrics::Margin);
    layout->addWidget(m_chooser);
    layout->addWidget(m_facts, 1);
    layout->addWidget(m_progress);
    layout->addWidget(m_cancel);
    layout->addWidget(m_close);
    connect(m_chooser, &QComboBox::currentIndexChanged, this, &TrafficSources::showSource);
    connect(m_cancel, &QPushButton::clicked, this, [this] {
        if (Capture* capture = shownCapture()) {
            capture->reading.cancel();
        }
    });
    connect(m_close, &QPushButton::clicked, this, &TrafficSources::closeShown);
    hide();
}

TrafficSources::~TrafficSources() = default;

void TrafficSources::openCapture(const QString& path) {
    const auto open = std::ranges::find_if(m_captures, [&path](const auto& capture) { return capture->path == path; });
    if (open != m_captures.end()) {
        m_chooser->setCurrentIndex(static_cast<int>(open - m_captures.begin()) + 1);
        return;
    }
    m_captures.push_back(std::make_unique<Capture>());
    Capture& capture = *m_captures.back();
    capture.path = path;
    capture.store = std::make_shared<ExchangeStore>(kCaptureLimits);
    capture.reading.start(
        this, readCapture(path.toStdString(), m_context.registry(), capture.store, m_context.limits()),
        [this, &capture](const CapturePiece& piece) {
            capture.last = piece;
            countProblems(capture);
            if (&capture == shownCapture()) {
                showFacts();
                Q_EMIT grew();
            }
        },
        [this] {
            showFacts();
            Q_EMIT grew();
        });
    m_chooser->addItem(QFileInfo(path).fileName());
    m_chooser->setItemData(m_chooser->count() - 1, path, Qt::ToolTipRole);
    setVisible(true);
    m_chooser->setCurrentIndex(m_chooser->count() - 1);
}

void TrafficSources::showLive() {
    m_chooser->setCurrentIndex(0);
}

void TrafficSources::showSource(int source) {
    m_shown = source > 0 ? m_captures[static_cast<std::size_t>(source - 1)]->store
                         : std::shared_ptr<const ExchangeStore>(m_live);
    showFacts();
    Q_EMIT chosen();
}

TrafficSources::Capture* TrafficSources::shownCapture() const {
    const int source = m_chooser->currentIndex();
    return source > 0 ? m_captures[static_cast<std::size_t>(source - 1)].get() : nullptr;
}

bool TrafficSources::isCapture() const {
    return shownCapture() != nullptr;
}

bool TrafficSources::isReading() const {
    const Capture* capture = shownCapture();
    return capture != nullptr && capture->reading.isRunning();
}

QString TrafficSources::facts() const {
    return m_facts->text();
}

void TrafficSources::countProblems(Capture& capture) {
    for (const auto& exchange : capture.store->since(capture.counted)) {
        capture.counted = exchange->id;
        capture.problems += hasProblem(*exchange) ? 1 : 0;
    }
}

QString TrafficSources::status() const {
    const Capture* capture = shownCapture();
    if (capture == nullptr) {
        return {};
    }
    return tr("%1: %2 · %3")
        .arg(QFileInfo(capture->path).fileName(), countText(capture->last.exchanges, tr("exchange"), tr("exchanges")),
             capture->problems == 0 ? tr("no problems")
                                    : tr("%1 with an error, a remark or no answer")
                                          .arg(grouped(static_cast<std::int64_t>(capture->problems))));
}

QString TrafficSources::factsOf(const Capture& capture) const {
    const CapturePiece& last = capture.last;
    if (last.progress.failure && last.exchanges == 0) {
        return QString::fromStdString(last.progress.failure->text());
    }
    QStringList texts{bytesCountText(last.progress.size)};
    // A recording has none.
    if (last.packets > 0) {
        texts.append(countText(last.packets, tr("packet"), tr("packets")));
    }
    texts.append(countText(last.connections, tr("connection"), tr("connections")));
    if (last.remarks > 0) {
        texts.append(
            countText(last.remarks, tr("remark on what could not be read"), tr("remarks on what could not be read")));
    }
    if (const std::uint64_t evicted = capture.store->status().evicted; evicted > 0) {
        texts.append(tr("the oldest %1 are not kept").arg(grouped(static_cast<std::int64_t>(evicted))));
    }
    if (last.progress.failure) {
        texts.append(QString::fromStdString(last.progress.failure->text()));
    } else if (!capture.reading.isRunning() && last.progress.read < last.progress.size) {
        texts.append(tr("stopped at %1 %").arg(last.progress.percent()));
    }
    return texts.join(QStringLiteral(" · "));
}

void TrafficSources::showFacts() {
    const Capture* capture = shownCapture();
    m_facts->setText(capture != nullptr ? factsOf(*capture) : tr("live"));
    m_progress->setValue(capture != nullptr ? capture->last.progress.percent() : 0);
    m_progress->setVisible(isReading());
    m_cancel->setVisible(isReading());
    m_close->setVisible(capture != nullptr);
}

void TrafficSources::closeShown() {
    const int source = m_chooser->currentIndex();
    if (source <= 0) {
        return;
    }
    {
        const QSignalBlocker quiet(m_chooser);
        m_chooser->setCurrentIndex(0);
        m_chooser->removeItem(source);
    }
    m_captures.erase(m_captures.begin() + (source - 1));
    showSource(0);
    setVisible(!m_captures.empty());
}

void TrafficSources::cancel() {
    for (const auto& capture : m_captures) {
        capture->reading.cancel();
    }
}

}  // namespace brokerscope
