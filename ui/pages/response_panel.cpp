#include "ui/pages/response_panel.h"

#include "ui/inspector/inspector.h"
#include "ui/pages/exchange_texts.h"

#include <QVBoxLayout>

namespace brokerscope {

ResponsePanel::ResponsePanel(const SchemaRegistry& registry, QWidget* parent)
    : QFrame(parent), m_registry(registry), m_inspector(new Inspector(registry, this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(1, 1, 1, 1);
    setFrameShape(QFrame::StyledPanel);
    layout->addWidget(m_inspector);
    connect(m_inspector, &Inspector::pathHovered, this, &ResponsePanel::pathHovered);
    clear(tr("The answer appears here. Send the request with Ctrl+Enter."));
}

void ResponsePanel::showResult(const SendResult& result) {
    const Exchange& exchange = *result.exchange;
    QString title = tr("Response · %1").arg(resultText(m_registry, exchange));
    if (!result.routing.empty()) {
        title += QStringLiteral(" · ") + QString::fromStdString(result.routing);
    }
    m_inspector->setTitle(title);
    if (exchange.failure) {
        m_inspector->setEmptyText(tr("No answer: %1").arg(failureText(exchange)));
    } else {
        m_inspector->setEmptyText(tr("This request is never answered (acks=0)."));
    }
    m_inspector->setTree(result.response);
}

void ResponsePanel::showWaiting(const QString& what) {
    m_inspector->setTitle(tr("Response · %1").arg(what));
    m_inspector->setEmptyText(tr("Waiting for the answer…"));
    m_inspector->clear();
}

void ResponsePanel::clear(const QString& reason) {
    m_inspector->setTitle(tr("Response"));
    m_inspector->setEmptyText(reason);
    m_inspector->clear();
}

void ResponsePanel::setNames(const EntityNames& names) {
    m_inspector->setNames(names);
}

}  // namespace brokerscope
