#include "ui/pages/compose_header.h"

#include "ui/pages/target_box.h"
#include "ui/style/fonts.h"
#include "ui/style/icons.h"
#include "ui/style/metrics.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/version_slider.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>

#include <algorithm>

namespace brokerscope {

namespace {

constexpr int kLongestTimeout = 3600;  // s
constexpr int kUsualTimeout = 30;      // s
constexpr int kSliderWidth = 230;
constexpr int kSliderStretch = 100;  // before the gap beside it
constexpr int kLeastTitle = 170;
constexpr int kRoomForCaptions = 760;

}  // namespace

ComposeHeader::ComposeHeader(const SchemaRegistry& registry, QWidget* parent)
    : QWidget(parent)
    , m_registry(registry)
    , m_title(new ElidedLabel({}, ElidedLabel::Rank::Heading, this))
    , m_slider(new VersionSlider(this))
    , m_version(new QLabel(this))
    , m_target(new TargetBox(this))
    , m_timeout(new QSpinBox(this)) {
    m_version->setFont(headingFont());
    m_slider->setMaximumWidth(kSliderWidth);
    connect(m_slider, &VersionSlider::versionChanged, this, [this](int version) {
        updateVersion();
        Q_EMIT versionChosen(version);
    });
    setUpSend();
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(Metrics::Spacing);
    layout->addWidget(m_title);
    layout->addSpacing(Metrics::Spacing);
    layout->addWidget(m_slider, kSliderStretch);
    layout->addWidget(m_version);
    layout->addSpacing(Metrics::Spacing);
    layout->addStretch(1);
    layout->addWidget(caption(tr("target"), *m_target));
    layout->addWidget(m_target);
    layout->addWidget(caption(tr("timeout"), *m_timeout));
    layout->addWidget(m_timeout);
    layout->addSpacing(Metrics::Spacing);
    layout->addWidget(m_send);
}

QLabel* ComposeHeader::caption(const QString& text, QWidget& buddy) {
    auto* label = new QLabel(text, this);
    label->setForegroundRole(QPalette::PlaceholderText);
    label->setBuddy(&buddy);
    m_captions.append(label);
    return label;
}

// The fields say by their texts what they are; where room is short their captions go first.
void ComposeHeader::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    for (QLabel* label : m_captions) {
        label->setVisible(width() >= kRoomForCaptions);
    }
}

void ComposeHeader::setUpSend() {
    m_timeout->setRange(1, kLongestTimeout);
    m_timeout->setValue(kUsualTimeout);
    m_timeout->setSuffix(tr(" s"));
    m_timeout->setAccessibleName(tr("Timeout in seconds"));
    m_timeout->setAlignment(Qt::AlignRight);
    m_send = new QPushButton(this);
    m_send->setDefault(true);
    m_send->setObjectName(QStringLiteral("send"));
    connect(m_send, &QPushButton::clicked, this, [this] {
        if (m_state == SendState::InFlight) {
            Q_EMIT cancelRequested();
        } else {
            Q_EMIT sendRequested();
        }
    });
    setSendState(SendState::Ready);
}

void ComposeHeader::setSendState(SendState state) {
    m_state = state;
    const bool inFlight = state == SendState::InFlight;
    m_send->setText(inFlight ? tr("Cancel") : state == SendState::Problems ? tr("Send anyway") : tr("Send"));
    m_send->setIcon(icon(inFlight ? QStringLiteral("stop") : QStringLiteral("send"),
                         m_send->isDefault() ? IconRole::OnAccent : IconRole::Text));
    m_send->setToolTip(inFlight ? tr("Give the request up (Ctrl+Enter)")
                       : state == SendState::Problems
                           ? tr("Kafka would not send this; the problems are listed below the form (Ctrl+Enter)")
                           : tr("Send the request (Ctrl+Enter)"));
}

void ComposeHeader::setAsked(bool asked) {
    m_send->setDefault(!asked);
    setSendState(m_state);
}

void ComposeHeader::setApi(int apiKey, int version) {
    m_apiKey = apiKey;
    const ApiInfo* api = m_registry.api(apiKey);
    m_title->setText(api ? QString::fromStdString(api->name) : tr("API %1").arg(apiKey));
    m_title->setMinimumWidth(std::min(kLeastTitle, m_title->sizeHint().width()));
    m_target->setRouting(QString::fromStdString(Workbench::routingText(m_registry, apiKey)));
    updateSlider();
    setVersion(version);
}

void ComposeHeader::setCluster(const ClusterView& view) {
    m_view = view;
    m_target->setSnapshot(view.snapshot);
    updateSlider();
    updateVersion();
}

void ComposeHeader::updateSlider() {
    const ApiInfo* api = m_registry.api(m_apiKey);
    if (!api || api->request.isEmpty()) {
        return;
    }
    const QSignalBlocker blocker(m_slider);
    m_slider->setVersions(api->request.min, api->request.max);
    m_slider->setFirstFlexible(api->flexibleSince ? std::optional<int>(*api->flexibleSince) : std::nullopt);
    if (m_view.versions) {
        const ApiUsability usable = apiUsability(m_registry, *m_view.versions, m_apiKey);
        m_slider->setBrokerVersions(usable.advertised.min, usable.advertised.max);
        m_slider->setServedFrom(usable.state == ApiState::RefusedBelow ? std::optional<int>(usable.servedFrom)
                                                                       : std::nullopt);
    } else {
        m_slider->clearBrokerVersions();
    }
}

int ComposeHeader::version() const {
    return m_slider->version();
}

void ComposeHeader::setVersion(int version) {
    {
        const QSignalBlocker blocker(m_slider);
        m_slider->setVersion(version);
    }
    updateVersion();
}

std::chrono::milliseconds ComposeHeader::timeout() const {
    return std::chrono::seconds(m_timeout->value());
}

void ComposeHeader::updateVersion() {
    m_version->setText(QStringLiteral("v%1").arg(m_slider->version()));
}

QString ComposeHeader::facts() const {
    QStringList facts{tr("key %1").arg(m_apiKey)};
    if (m_view.versions) {
        const ApiUsability usable = apiUsability(m_registry, *m_view.versions, m_apiKey);
        facts.append(usable.advertised.isEmpty()
                         ? tr("not listed by the broker")
                         : tr("broker knows %1").arg(QString::fromStdString(usable.advertised.toString())));
        if (usable.state == ApiState::RefusedBelow) {
            facts.append(tr("below %1 listed for old clients, refused").arg(usable.servedFrom));
        }
    }
    if (Workbench::isMutating(m_apiKey)) {
        facts.append(tr("changes the cluster"));
    }
    return facts.join(QStringLiteral(" · "));
}

}  // namespace brokerscope
