#include "ui/pages/moment_bar.h"

#include "ui/models/value_format.h"
#include "ui/style/icons.h"
#include "ui/style/metrics.h"
#include "ui/widgets/font_follower.h"
#include "ui/widgets/problem_outline.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSlider>

#include <algorithm>

namespace brokerscope {
namespace {

constexpr int kScrubSteps = 10'000;  // of the slider, whatever the number of records
constexpr int kMomentWidth = 240;

}  // namespace

MomentBar::MomentBar(QWidget* parent)
    : QWidget(parent)
    , m_scrubber(new QSlider(Qt::Horizontal, this))
    , m_field(new QLineEdit(this))
    , m_outline(new ProblemOutline(*m_field))
    , m_mark(new QPushButton(icon(QStringLiteral("pin")), tr("Mark"), this)) {
    m_scrubber->setAccessibleName(tr("Which record the state is of"));
    m_scrubber->setRange(0, kScrubSteps);
    m_scrubber->setToolTip(tr("Goes through the records of the partition that were read"));
    followFontWidth(*m_field, kMomentWidth);
    m_field->setPlaceholderText(tr("offset or time: 1204, 10:41:07"));
    m_field->setAccessibleName(tr("Offset or time to go to"));
    m_mark->setAccessibleName(tr("Mark this moment"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(Metrics::Margin, Metrics::Spacing / 2, Metrics::Margin, Metrics::Spacing / 2);
    layout->setSpacing(Metrics::Spacing);
    layout->addWidget(m_scrubber, 1);
    layout->addWidget(m_field);
    layout->addWidget(m_mark);
    connect(m_scrubber, &QSlider::valueChanged, this, &MomentBar::scrub);
    connect(m_field, &QLineEdit::returnPressed, this, [this] { Q_EMIT textWanted(m_field->text().trimmed()); });
    connect(m_field, &QLineEdit::textEdited, this, [this] { setProblem({}); });
    connect(m_mark, &QPushButton::clicked, this, &MomentBar::markWanted);
    setMark(std::nullopt);
}

void MomentBar::setMoment(std::int64_t first, std::int64_t last, std::int64_t shown) {
    m_first = first;
    m_last = last;
    const std::int64_t span = std::max<std::int64_t>(last - first, 1);
    const QSignalBlocker quiet(m_scrubber);
    m_scrubber->setValue(static_cast<int>((shown - first) * kScrubSteps / span));
}

void MomentBar::setMark(std::optional<std::int64_t> offset) {
    m_mark->setToolTip(offset ? tr("The mark is at offset %1; move it to this moment").arg(grouped(*offset))
                              : tr("Compare other moments with this one"));
}

void MomentBar::setProblem(const QString& problem) {
    m_outline->setProblem(problem);
}

void MomentBar::scrub(int step) {
    Q_EMIT offsetWanted(m_first + (m_last - m_first) * step / kScrubSteps);
}

}  // namespace brokerscope
