#include "ui/pages/response_panel.h"

#include "ui/inspector/inspector.h"
#include "ui/pages/exchange_documents.h"
#include "ui/pages/exchange_texts.h"
#include "ui/widgets/title_bar.h"

#include <QVBoxLayout>

namespace brokerscope {

ResponsePanel::ResponsePanel(const ReadingContext& context, QWidget* parent)
    : QFrame(parent), m_context(context), m_inspector(new Inspector(context.registry(), this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(1, 1, 1, 1);
    setFrameShape(QFrame::StyledPanel);
    layout->addWidget(m_inspector);
    m_inspector->titleBar().setHeading(tr("Response"));
    connect(m_inspector, &Inspector::pathHovered, this, &ResponsePanel::pathHovered);
    connect(m_inspector, &Inspector::emptyActionWanted, this, &ResponsePanel::nextStepWanted);
}

void ResponsePanel::showResult(const SendResult& result) {
    const Exchange& exchange = *result.exchange;
    QString facts = QStringLiteral("%1 v%2 · %3")
                        .arg(apiText(m_context.registry(), exchange))
                        .arg(exchange.apiVersion.value_or(-1))
                        .arg(factsText(exchange));
    if (!result.routing.empty()) {
        facts += QStringLiteral(" · ") + QString::fromStdString(result.routing);
    }
    m_inspector->titleBar().setStatus(outcomeText(m_context.registry(), exchange), outcomeKind(exchange));
    m_inspector->titleBar().setFacts(facts);
    m_inspector->setEmptyAction({});
    m_inspector->setEmptyText(exchange.failure ? reasonText(exchange) : tr("This request is never answered (acks=0)."));
    m_inspector->setDocument(documentsOf(m_context, exchange, {result.request, result.response}).response);
}

void ResponsePanel::showWaiting(const QString& what) {
    clear(tr("Waiting for the answer…"));
    m_inspector->titleBar().setFacts(what);
}

void ResponsePanel::clear(const QString& reason, const QString& nextStep) {
    m_inspector->titleBar().setStatus({});
    m_inspector->titleBar().setFacts({});
    m_inspector->setEmptyText(reason);
    m_inspector->setEmptyAction(nextStep);
    m_inspector->clear();
}

void ResponsePanel::setNames(const EntityNames& names) {
    m_inspector->setNames(names);
}

}  // namespace brokerscope
