#include "ui/inspector/buffer_tabs.h"

#include "ui/models/open_document.h"
#include "ui/models/record_field_texts.h"
#include "ui/style/metrics.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTabBar>

namespace brokerscope {

BufferTabs::BufferTabs(QWidget* parent)
    : QWidget(parent), m_tabs(new QTabBar(this)), m_origin(new QPushButton(tr("Origin"), this)) {
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    m_tabs->setUsesScrollButtons(true);
    m_tabs->setElideMode(Qt::ElideRight);
    m_tabs->setAccessibleName(tr("Buffers of the message"));
    m_origin->setToolTip(tr("Where it came from: select the field whose bytes were decompressed"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(Metrics::Spacing / 2, Metrics::Spacing / 2, Metrics::Spacing / 2, Metrics::Spacing / 2);
    layout->setSpacing(Metrics::Spacing);
    layout->addWidget(m_tabs, 1);
    layout->addWidget(m_origin);
    connect(m_tabs, &QTabBar::currentChanged, this, [this](int tab) {
        if (tab >= 0) {
            Q_EMIT bufferChosen(m_buffers[static_cast<std::size_t>(tab)]);
        }
    });
    connect(m_origin, &QPushButton::clicked, this, &BufferTabs::originWanted);
    hide();
}

void BufferTabs::setDocument(const std::shared_ptr<OpenDocument>& document, BufferId shown) {
    const QSignalBlocker quiet(m_tabs);
    m_buffers = document != nullptr ? document->buffers() : std::vector<BufferId>();
    while (m_tabs->count() > static_cast<int>(m_buffers.size())) {
        m_tabs->removeTab(m_tabs->count() - 1);
    }
    for (std::size_t i = 0; i < m_buffers.size(); ++i) {
        const int tab = static_cast<int>(i);
        const QString name = partName(*document->wholeOf(m_buffers[i]));
        if (tab < m_tabs->count()) {
            m_tabs->setTabText(tab, name);
        } else {
            m_tabs->addTab(name);
        }
        m_tabs->setTabToolTip(tab, name);
        if (m_buffers[i] == shown) {
            m_tabs->setCurrentIndex(tab);
        }
    }
    // A bar that is hidden does not tell its layout of tabs that come.
    m_tabs->updateGeometry();
    m_origin->setVisible(shown != BufferId::Main);
    setVisible(m_buffers.size() > 1);
}

}  // namespace brokerscope
