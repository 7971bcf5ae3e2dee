#include "ui/pages/assumed_request_box.h"

#include "core/schema/schema_registry.h"
#include "ui/style/metrics.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>

#include <algorithm>

namespace brokerscope {
namespace {

constexpr int kNameLength = 16;  // characters
constexpr int kListRoom = 24;    // beside the names

}  // namespace

AssumedRequestBox::AssumedRequestBox(const SchemaRegistry& registry, QWidget* parent)
    : QWidget(parent), m_registry(registry), m_api(new QComboBox(this)), m_version(new QComboBox(this)) {
    auto* label = new QLabel(tr("Read as"), this);
    label->setBuddy(m_api);
    m_api->addItem(tr("not known"));
    std::vector<const ApiInfo*> apis;
    for (const ApiInfo& api : registry.apis()) {
        if (!api.response.isEmpty()) {
            apis.push_back(&api);
        }
    }
    std::ranges::sort(apis, {}, &ApiInfo::name);
    for (const ApiInfo* api : apis) {
        m_api->addItem(QString::fromStdString(api->name), int{api->key});
    }
    // The line says more than the longest name: that is seen in the list.
    m_api->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_api->setMinimumContentsLength(kNameLength);
    m_api->view()->setMinimumWidth(m_api->view()->sizeHintForColumn(0) + kListRoom);
    m_api->setAccessibleName(tr("API that this answers"));
    m_api->setToolTip(tr("The request was not captured, so nothing says what this answers: say it here"));
    m_version->setAccessibleName(tr("Version of the request"));
    m_version->setToolTip(tr("The version that the request had"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(Metrics::Spacing / 2);
    layout->addWidget(label);
    layout->addWidget(m_api);
    layout->addWidget(m_version);
    fillVersions();
    connect(m_api, &QComboBox::currentIndexChanged, this, [this] {
        fillVersions();
        Q_EMIT requestChosen();
    });
    connect(m_version, &QComboBox::currentIndexChanged, this, &AssumedRequestBox::requestChosen);
}

// The newest first: most clients use it.
void AssumedRequestBox::fillVersions() {
    const QSignalBlocker quiet(m_version);
    m_version->clear();
    const QVariant key = m_api->currentData();
    const ApiInfo* api = key.isValid() ? m_registry.api(key.toInt()) : nullptr;
    for (int version = api != nullptr ? api->response.max : -1; api != nullptr && version >= api->response.min;
         --version) {
        m_version->addItem(QStringLiteral("v%1").arg(version), version);
    }
    m_version->setEnabled(api != nullptr);
}

void AssumedRequestBox::setRequest(const std::optional<AssumedRequest>& request) {
    const QSignalBlocker quietApi(m_api);
    const QSignalBlocker quietVersion(m_version);
    m_api->setCurrentIndex(request ? std::max(0, m_api->findData(int{request->apiKey})) : 0);
    fillVersions();
    if (request) {
        m_version->setCurrentIndex(m_version->findData(int{request->version}));
    }
}

std::optional<AssumedRequest> AssumedRequestBox::request() const {
    const QVariant key = m_api->currentData();
    const QVariant version = m_version->currentData();
    if (!key.isValid() || !version.isValid()) {
        return std::nullopt;
    }
    return AssumedRequest{static_cast<std::int16_t>(key.toInt()), static_cast<std::int16_t>(version.toInt())};
}

}  // namespace brokerscope
