#include "ui/pages/response_panel.h"

#include "ui/inspector/inspector.h"
#include "ui/pages/exchange_documents.h"
#include "ui/pages/exchange_texts.h"
#include "ui/pages/failure_notice.h"
#include "ui/widgets/empty_page.h"
#include "ui/widgets/title_bar.h"

#include <QVBoxLayout>

namespace brokerscope {

ResponsePanel::ResponsePanel(const ReadingContext& context, QWidget* parent)
    : QFrame(parent), m_context(context), m_inspector(new Inspector(context.registry(), this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(1, 1, 1, 1);
    setFrameShape(QFrame::StyledPanel);
    layout->addWidget(m_inspector);
    showTitle();
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
    m_answered = Request{exchange.apiKey.value_or(-1), exchange.apiVersion.value_or(-1)};
    m_outcome = outcomeText(m_context.registry(), exchange);
    m_outcomeKind = outcomeKind(exchange);
    showTitle();
    m_inspector->titleBar().setFacts(facts);
    m_inspector->setEmptyAction({});
    m_inspector->setEmptyText(tr("This request is never answered (acks=0)."));
    showFailure(m_inspector->emptyPage(), exchange);
    m_inspector->setDocument(documentsOf(m_context, exchange, {result.request, result.response}).response);
}

void ResponsePanel::showWaiting(const QString& what) {
    clear(tr("Waiting for the answer…"));
    m_inspector->titleBar().setFacts(what);
}

void ResponsePanel::clear(const QString& reason, const QString& nextStep) {
    m_answered.reset();
    m_outcome.clear();
    showTitle();
    m_inspector->titleBar().setFacts({});
    m_inspector->emptyPage().clearProblem();
    m_inspector->setEmptyText(reason);
    m_inspector->setEmptyAction(nextStep);
    m_inspector->clear();
}

void ResponsePanel::setFormRequest(int apiKey, int version) {
    m_inForm = {apiKey, version};
    showTitle();
}

bool ResponsePanel::isOfEarlierRequest() const {
    return m_answered && *m_answered != m_inForm;
}

void ResponsePanel::showTitle() {
    const bool isEarlier = isOfEarlierRequest();
    m_inspector->titleBar().setHeading(isEarlier ? tr("Earlier response") : tr("Response"));
    m_inspector->titleBar().setStatus(m_outcome, isEarlier ? StatusKind::Neutral : m_outcomeKind);
}

void ResponsePanel::setNames(const EntityNames& names) {
    m_inspector->setNames(names);
}

}  // namespace brokerscope
