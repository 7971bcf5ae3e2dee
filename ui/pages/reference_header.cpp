#include "ui/pages/reference_header.h"

#include "core/schema/definition_choice.h"
#include "core/schema/definition_releases.h"
#include "ui/pages/version_story.h"
#include "ui/style/fonts.h"
#include "ui/style/icons.h"
#include "ui/style/metrics.h"
#include "ui/widgets/badge.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/font_follower.h"
#include "ui/widgets/version_slider.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>

#include <algorithm>

namespace brokerscope {

namespace {

constexpr int kReferenceSliderWidth = 260;
const QString kPreview = QStringLiteral("preview");

QString shownRange(const VersionRange& range) {
    return QString::fromStdString(range.toString());
}

QString listOf(const std::vector<std::string>& words) {
    QStringList list;
    for (const std::string& word : words) {
        list.append(QString::fromStdString(word));
    }
    return list.join(QStringLiteral(", "));
}

}  // namespace

ReferenceHeader::ReferenceHeader(const SchemaRegistry& registry, QWidget* parent)
    : QWidget(parent)
    , m_registry(registry)
    , m_title(new QLabel(this))
    , m_mark(new Badge({}, StatusKind::Warning, this))
    , m_facts(new ElidedLabel({}, ElidedLabel::Rank::Muted, this))
    , m_compose(new QPushButton(icon(QStringLiteral("compose")), tr("Compose this request"), this))
    , m_slider(new VersionSlider(this))
    , m_version(new QLabel(this))
    , m_release(new QComboBox(this))
    , m_story(new ElidedLabel({}, ElidedLabel::Rank::Muted, this)) {
    m_title->setFont(headingFont());
    m_title->setTextFormat(Qt::PlainText);
    m_version->setFont(headingFont());
    followFontWidth(*m_slider, kReferenceSliderWidth);
    m_slider->setAccessibleName(tr("Version"));
    setUpReleases();
    connect(m_slider, &VersionSlider::versionChanged, this, [this](int version) {
        updateFacts();
        Q_EMIT versionChosen(version);
    });
    connect(m_compose, &QPushButton::clicked, this, &ReferenceHeader::composeWanted);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(Metrics::Spacing / 2);
    layout->addLayout(makeTitleRow());
    layout->addLayout(makeVersionRow());
}

void ReferenceHeader::setUpReleases() {
    m_release->setAccessibleName(tr("Kafka release"));
    m_release->addItem(tr("all releases"), QString());
    for (const std::string& release : m_registry.releases()) {
        m_release->addItem(tr("Kafka %1").arg(QString::fromStdString(release)), QString::fromStdString(release));
    }
    m_release->addItem(tr("preview of the next one"), kPreview);
    connect(m_release, &QComboBox::currentIndexChanged, this, [this] {
        takeRelease(version());
        Q_EMIT releaseChosen();
    });
}

QLayout* ReferenceHeader::makeTitleRow() {
    auto* row = new QHBoxLayout;
    row->setSpacing(Metrics::Margin);
    row->addWidget(m_title);
    row->addWidget(m_mark);
    row->addWidget(m_facts, 1);
    row->addWidget(m_compose);
    return row;
}

QLayout* ReferenceHeader::makeVersionRow() {
    auto* row = new QHBoxLayout;
    row->setSpacing(Metrics::Margin);
    row->addWidget(m_slider);
    row->addWidget(m_version);
    row->addWidget(m_release);
    row->addWidget(m_story, 1);
    return row;
}

SchemaChoice ReferenceHeader::choice() const {
    const QString release = m_release->currentData().toString();
    return release.isEmpty() ? SchemaChoice{{}, true} : SchemaChoice{release.toStdString(), release == kPreview};
}

void ReferenceHeader::setDefinitions(const ApiInfo* api, std::vector<std::string> definitions, int version) {
    m_api = api;
    m_definitions = std::move(definitions);
    m_title->setText(QString::fromStdString(api != nullptr ? api->name : m_definitions.front()));
    m_compose->setVisible(api != nullptr);
    takeRelease(version);
}

// The newest stable version of the request, where the release has one.
int ReferenceHeader::newestVersion() const {
    const SchemaChoice chosen = choice();
    const auto newest = newestStableVersion(m_registry, m_definitions.front(), {chosen.release, false});
    return newest && m_versions.contains(*newest) ? *newest : int{m_versions.max};
}

void ReferenceHeader::takeRelease(int version) {
    m_versions = {};
    for (const std::string& definition : m_definitions) {
        m_versions = m_versions.hull(m_registry.versionsOf(definition, choice()));
    }
    const QSignalBlocker blocker(m_slider);
    m_slider->setEnabled(!m_versions.isEmpty());
    if (!m_versions.isEmpty()) {
        m_slider->setVersions(m_versions.min, m_versions.max);
        m_slider->setVersion(m_versions.contains(version) ? version : newestVersion());
        const auto newest = m_registry.layout(m_definitions.front(), m_slider->version(), choice());
        const VersionRange flexible =
            newest ? (*newest)->spec->flexibleVersions.intersect(m_versions) : VersionRange::none();
        m_slider->setFirstFlexible(flexible.isEmpty() ? std::nullopt : std::optional<int>(flexible.min));
    }
    updateFacts();
}

int ReferenceHeader::version() const {
    return m_slider->version();
}

void ReferenceHeader::setVersion(int version) {
    if (m_versions.contains(version)) {
        m_slider->setVersion(version);
    }
}

void ReferenceHeader::showNewestVersion() {
    if (!m_versions.isEmpty()) {
        m_slider->setVersion(newestVersion());
    }
}

void ReferenceHeader::setRelease(const QString& release) {
    m_release->setCurrentIndex(m_release->findData(release));
}

QString ReferenceHeader::title() const {
    return m_title->text();
}

QString ReferenceHeader::facts() const {
    return m_facts->text();
}

QString ReferenceHeader::mark() const {
    if (m_versions.isEmpty()) {
        return {};
    }
    const auto layout = m_registry.layout(m_definitions.front(), version(), choice());
    if (!layout) {
        return {};
    }
    const MessageSpec& spec = *(*layout)->spec;
    return spec.isPreview                                ? tr("preview")
           : spec.isUnstable(version())                  ? tr("unstable")
           : spec.deprecatedVersions.contains(version()) ? tr("deprecated")
                                                         : QString();
}

void ReferenceHeader::updateFacts() {
    QStringList facts;
    const auto spec = m_registry.spec(m_definitions.front(), choice());
    if (m_api != nullptr) {
        facts.append(tr("key %1").arg(m_api->key));
    } else if (spec && (*spec)->apiKey) {
        facts.append(tr("record type %1").arg(*(*spec)->apiKey));
    }
    facts.append(m_versions.isEmpty() ? tr("no versions") : tr("versions %1").arg(shownRange(m_versions)));
    if (spec) {
        const VersionRange flexible = (*spec)->flexibleVersions.intersect(m_versions);
        facts.append(flexible.isEmpty() ? tr("never flexible") : tr("flexible from %1").arg(flexible.min));
        if (!(*spec)->listeners.empty()) {
            facts.append(tr("listeners: %1").arg(listOf((*spec)->listeners)));
        }
        if (m_api != nullptr && m_api->clusterAction) {
            facts.append(tr("between brokers and controllers"));
        }
        if (!(*spec)->component.empty() && m_api == nullptr) {
            facts.append(QString::fromStdString((*spec)->component));
        }
    }
    m_facts->setText(facts.join(QStringLiteral(" · ")));
    m_version->setText(m_versions.isEmpty() ? QStringLiteral("–") : QStringLiteral("v%1").arg(version()));
    const VersionStory story = m_api != nullptr ? versionStory(m_registry, m_api->key, version()) : VersionStory{};
    m_story->setText(m_versions.isEmpty() ? tr("This release has no version of it.") : story.line);
    m_story->setToolTip(story.details);
    m_compose->setEnabled(m_api != nullptr && m_api->request.contains(version()));
    m_mark->setText(mark());
    m_mark->setVisible(!mark().isEmpty());
}

}  // namespace brokerscope
