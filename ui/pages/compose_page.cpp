#include "ui/pages/compose_page.h"

#include "core/exchange/close_cause.h"
#include "core/schema/api_keys.h"
#include "ui/models/pool_work.h"
#include "ui/models/value_format.h"
#include "ui/pages/api_panel.h"
#include "ui/pages/cluster_names.h"
#include "ui/pages/compose_header.h"
#include "ui/pages/exchange_texts.h"
#include "ui/pages/request_pane.h"
#include "ui/pages/response_panel.h"
#include "ui/pages/target_box.h"
#include "ui/pages/version_story.h"
#include "ui/style/metrics.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/message_bar.h"

#include <QPushButton>
#include <QSplitter>
#include <QVBoxLayout>

namespace brokerscope {

namespace {

constexpr int kRequestShare = 460;  // of the height
constexpr int kResponseShare = 540;
constexpr int kStoryLines = 3;
constexpr int kComposeShare = 4;  // of the width, the list of APIs one

}  // namespace

ComposePage::ComposePage(Workbench& workbench, const ReadingContext& context, QWidget* parent)
    : QWidget(parent)
    , m_workbench(workbench)
    , m_context(context)
    , m_draft(FieldTexts(context.registry()))
    , m_apis(new ApiPanel(context.registry(), this))
    , m_header(new ComposeHeader(context.registry(), this))
    , m_story(new ElidedLabel({}, ElidedLabel::Rank::Muted, this))
    , m_messages(new MessageBar(this))
    , m_request(new RequestPane(context, m_draft, this))
    , m_response(new ResponsePanel(context, this)) {
    m_story->setMostLines(kStoryLines);
    setUpLayout();
    setUpConnections();
    m_apis->choose(api_key::kMetadata);
}

ComposePage::~ComposePage() = default;

void ComposePage::setUpLayout() {
    m_rows = new QSplitter(Qt::Vertical, this);
    m_rows->addWidget(m_request);
    m_rows->addWidget(m_response);
    m_rows->setStretchFactor(0, 1);
    m_rows->setStretchFactor(1, 1);
    m_rows->setChildrenCollapsible(false);
    m_rows->setSizes({kRequestShare, kResponseShare});
    m_rows->setHandleWidth(Metrics::Spacing);

    auto* work = new QWidget(this);
    auto* workLayout = new QVBoxLayout(work);
    workLayout->setContentsMargins(Metrics::Margin, Metrics::Spacing, Metrics::Margin, Metrics::Margin);
    workLayout->setSpacing(Metrics::Spacing);
    workLayout->addWidget(m_header);
    workLayout->addWidget(m_story);
    workLayout->addWidget(m_messages);
    workLayout->addWidget(m_rows, 1);

    m_columns = new QSplitter(Qt::Horizontal, this);
    m_columns->addWidget(m_apis);
    m_columns->addWidget(work);
    m_columns->setStretchFactor(0, 1);
    m_columns->setStretchFactor(1, kComposeShare);
    m_columns->setChildrenCollapsible(false);
    m_columns->setHandleWidth(1);
    m_columns->setSizes({m_apis->sizeHint().width(), kComposeShare * m_apis->sizeHint().width()});
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_columns);
}

void ComposePage::setUpConnections() {
    connect(m_apis, &ApiPanel::apiChosen, this, &ComposePage::chooseApi);
    connect(m_header, &ComposeHeader::versionChosen, this, &ComposePage::setVersion);
    connect(m_header, &ComposeHeader::sendRequested, this, &ComposePage::send);
    connect(m_header, &ComposeHeader::cancelRequested, this, [this] { m_sending.cancel(); });
    connect(&m_draft, &DraftModel::draftChanged, this, &ComposePage::updateSendState);
    connect(m_request, &RequestPane::editingBytesChanged, this, &ComposePage::editingBytesChanged);
    connect(m_request, &RequestPane::editingBytesChanged, this, &ComposePage::updateSendState);
    connect(m_request, &RequestPane::editingBytesChanged, this, &ComposePage::showAge);
    connect(m_request, &RequestPane::otherRequestRead, this,
            [this](int apiKey, int version, const std::shared_ptr<DraftPair>& drafts) {
                chooseApi(apiKey);
                replaceDrafts(std::move(*drafts), version);
            });
    connect(&m_draft, &DraftModel::versionChanged, this, &ComposePage::followVersion);
    connect(m_request, &RequestPane::pathHovered, this, &ComposePage::pathHovered);
    connect(m_response, &ResponsePanel::pathHovered, this, &ComposePage::pathHovered);
    connect(m_response, &ResponsePanel::nextStepWanted, this, &ComposePage::send);
    m_response->clear(tr("Fill in the request, then send it. Its answer appears here, byte by byte."), tr("Send"));
}

void ComposePage::setCluster(const ClusterView& view) {
    const bool wasKnown = m_view.versions != nullptr;
    m_view = view;
    m_apis->setVersions(view.versions.get());
    m_header->setCluster(view);
    m_draft.setOffers(entityOffers(view.snapshot.get()));
    m_response->setNames(entityNames(view.snapshot.get()));
    showVersion();
    if (view.versions && !wasKnown && isUntouched()) {
        m_kept.erase(m_apiKey);
        const int key = m_apiKey;
        m_apiKey = -1;
        chooseApi(key);
    }
    if (view.versions && m_connectButton) {
        m_messages->clear();  // there is a cluster now; what else is said stays
    }
}

void ComposePage::setState(ClusterState state) {
    m_state = state;
}

void ComposePage::chooseApi(int apiKey) {
    if (apiKey == m_apiKey) {
        return;
    }
    keepDraft();
    m_opening = nullptr;
    m_apiKey = apiKey;
    const auto kept = m_kept.find(apiKey);
    const int version = kept != m_kept.end() ? kept->second.version
                                             : startingVersion(m_context.registry(), m_view.versions.get(), apiKey);
    m_header->setApi(apiKey, version);
    m_apis->choose(apiKey);
    m_messages->clear();
    if (kept != m_kept.end()) {
        ByteBuffer frame = std::move(kept->second.frame);
        takeDrafts(std::move(kept->second.drafts), version);
        m_kept.erase(kept);
        if (!frame.empty()) {
            m_request->editFrame(std::move(frame));
        }
        return;
    }
    auto draft = startingDraft(m_workbench, m_context.registry(), apiKey, version);
    if (draft) {
        takeStartingDraft(std::move(*draft), version);
    } else {
        report(QString::fromStdString(draft.error().text()));
    }
}

bool ComposePage::isUntouched() const {
    return m_draft.isEmpty() || (m_isStartingDraft && !m_draft.canUndo() && !isEditingBytes());
}

void ComposePage::keepDraft() {
    const bool hasBytes = m_request->hasOwnBytes();
    const bool isOwn = !m_isStartingDraft || m_draft.canUndo() || hasBytes;
    if (m_apiKey >= 0 && !m_draft.isEmpty() && isOwn) {
        m_kept.insert_or_assign(m_apiKey, Kept{{m_draft.writtenHeader().clone(), m_draft.body().clone()},
                                               m_draft.version(),
                                               hasBytes ? m_request->frame() : ByteBuffer()});
    }
}

void ComposePage::beginDraft() {
    m_request->dropBytes();
    m_draft.setAutomatic(QString::fromStdString(m_workbench.settings().clientId), m_correlationId);
}

void ComposePage::takeStartingDraft(ValueDraft body, int version) {
    beginDraft();
    m_isStartingDraft = true;
    m_draft.setDraft(std::move(body), version);
    showVersion();
}

void ComposePage::takeDrafts(DraftPair drafts, int version) {
    beginDraft();
    m_isStartingDraft = false;
    m_draft.setDraft(std::move(drafts.header), std::move(drafts.body), version);
    showVersion();
}

// Takes the place of what is being made of the same API. Nobody's work is lost by it: the form can go back a step, and
// edited bytes are offered.
void ComposePage::replaceDrafts(DraftPair drafts, int version) {
    if (m_draft.isEmpty()) {
        m_header->setVersion(version);
        takeDrafts(std::move(drafts), version);
        return;
    }
    const ByteBuffer aside = ownBytes();
    beginDraft();
    m_isStartingDraft = false;
    m_draft.adopt(std::move(drafts.header), std::move(drafts.body), version);
    showVersion();
    offerBytes(aside);
}

ByteBuffer ComposePage::ownBytes() const {
    return m_request->hasOwnBytes() ? m_request->frame() : ByteBuffer();
}

void ComposePage::offerBytes(const ByteBuffer& frame) {
    if (frame.empty()) {
        return;
    }
    m_messages->showMessage(
        StatusKind::Info, tr("The bytes that you edited were set aside."),
        tr("%1 are kept until you dismiss this.").arg(countText(frame.size(), tr("byte"), tr("bytes"))));
    connect(m_messages->addAction(tr("Bring them back")), &QPushButton::clicked, this,
            [this, frame, apiKey = m_apiKey] {
                chooseApi(apiKey);
                const ByteBuffer aside = ownBytes();
                m_messages->clear();
                m_request->editFrame(frame);
                offerBytes(aside);
            });
}

void ComposePage::setVersion(int version) {
    if (m_draft.isEmpty() || version == m_draft.version()) {
        return;
    }
    m_header->setVersion(version);
    // The minimal request of one version may be refused at another (null topics), so one that nobody edited is made
    // anew.
    auto fresh = isUntouched() ? startingDraft(m_workbench, m_context.registry(), m_apiKey, version)
                               : Result<ValueDraft>(failure(MessageId::Other));
    if (fresh) {
        m_draft.setDraft(std::move(*fresh), version);
    } else {
        m_draft.setVersion(version);
    }
    showVersion();
}

int ComposePage::version() const {
    return m_header->version();
}

void ComposePage::stepVersion(int by) {
    const ApiInfo* api = m_context.registry().api(m_apiKey);
    if (api && api->request.contains(version() + by)) {
        setVersion(version() + by);
    }
}

void ComposePage::chooseNewestVersion() {
    setVersion(startingVersion(m_context.registry(), m_view.versions.get(), m_apiKey));
}

void ComposePage::showVersion() {
    const VersionStory story = versionStory(m_context.registry(), m_apiKey, version());
    m_story->setText(QStringLiteral("%1 · %2").arg(m_header->facts(), story.line));
    m_story->setToolTip(story.details);
    updateSendState();
    showAge();
}

// A step back, or bytes that became the form, may lead to another version.
void ComposePage::followVersion(int version) {
    if (version != m_header->version()) {
        m_header->setVersion(version);
        showVersion();
    }
}

void ComposePage::openExchange(const std::shared_ptr<const Exchange>& exchange) {
    if (!exchange->request) {
        report(tr("This exchange has no request: the answer came without one."));
        return;
    }
    m_opening = exchange;
    whenDone(openRequest(m_context, exchange), this, [this, exchange](const OpenedRequest& opened) {
        if (m_opening != exchange) {
            return;  // something else has been chosen meanwhile
        }
        takeExchange(*exchange, opened);
        Q_EMIT exchangeOpened();
    });
}

void ComposePage::takeExchange(const Exchange& exchange, const OpenedRequest& opened) {
    if (exchange.apiKey && m_context.registry().api(*exchange.apiKey)) {
        chooseApi(*exchange.apiKey);
    }
    m_opening = nullptr;
    if (opened.drafts) {
        replaceDrafts(std::move(*opened.drafts), opened.tree->layouts.back()->version);
    } else {
        const ByteBuffer aside = ownBytes();
        m_request->editFrame(opened.tree);
        offerBytes(aside);
    }
    m_response->clear(tr("The request is that of %1. Change it, or send it again.").arg(wallTimeText(exchange)),
                      tr("Send again"));
}

void ComposePage::setEditingBytes(bool editing) {
    m_request->setEditingBytes(editing);
}

bool ComposePage::isEditingBytes() const {
    return m_request->isEditingBytes();
}

void ComposePage::focusFilter() {
    m_apis->focusFilter();
}

void ComposePage::updateSendState() {
    if (m_sending.isRunning()) {
        m_header->setSendState(ComposeHeader::SendState::InFlight);
        return;
    }
    const bool problems = !isEditingBytes() && !m_draft.problems().empty();
    m_header->setSendState(problems ? ComposeHeader::SendState::Problems : ComposeHeader::SendState::Ready);
}

std::optional<SendRequest> ComposePage::makeRequest() {
    auto target = m_header->target().target();
    if (!target) {
        report(QString::fromStdString(target.error().text()));
        return std::nullopt;
    }
    SendRequest request;
    request.apiKey = static_cast<std::int16_t>(m_apiKey);
    request.target = std::move(*target);
    request.timeout = m_header->timeout();
    if (isEditingBytes()) {
        request.rawFrame = m_request->frame();
        return request;
    }
    request.version = static_cast<std::int16_t>(m_draft.version());
    request.body = m_draft.writtenBody().clone();
    request.header = m_draft.header();
    return request;
}

void ComposePage::send() {
    if (m_sending.isRunning()) {
        m_sending.cancel();
        return;
    }
    if (m_state == ClusterState::Disconnected) {
        m_messages->showMessage(StatusKind::Info, tr("The request was not sent: there is no cluster to send it to."),
                                tr("Connect to a broker first."));
        m_connectButton = m_messages->addAction(tr("Connect…"));
        connect(m_connectButton, &QPushButton::clicked, this, &ComposePage::connectWanted);
        Q_EMIT notSent(m_messages->cause());
        return;
    }
    const int apiKey = sentApiKey();
    if (Workbench::isMutating(apiKey) && !m_workbench.settings().readOnly) {
        askBeforeChange(apiKey);
        return;
    }
    sendNow();
}

void ComposePage::sendNow() {
    if (auto request = makeRequest()) {
        start(std::move(*request));
    }
}

// Edited bytes may ask for another API than the one that was chosen.
int ComposePage::sentApiKey() const {
    return isEditingBytes() ? frameFacts(m_request->frame()).apiKey.value_or(m_apiKey) : m_apiKey;
}

// A yes holds for what the question was about: other bytes, or another target, are another question.
void ComposePage::askBeforeChange(int apiKey) {
    const ApiInfo* api = m_context.registry().api(apiKey);
    const QString name = api ? QString::fromStdString(api->name) : tr("API %1").arg(apiKey);
    m_messages->showMessage(StatusKind::Warning,
                            api ? tr("%1 changes the cluster.").arg(name)
                                : tr("%1 is not known here and may change the cluster.").arg(name),
                            m_header->target().explanation());
    QPushButton* sure = m_messages->addAction(tr("Send %1").arg(name));
    sure->setDefault(true);
    m_header->setAsked(true);
    connect(sure, &QObject::destroyed, m_header, [header = m_header] { header->setAsked(false); });
    connect(sure, &QPushButton::clicked, this,
            [this, frame = m_request->frame(), target = m_header->target().explanation()] {
                if (frame == m_request->frame() && target == m_header->target().explanation()) {
                    sendNow();
                } else {
                    send();
                }
            });
}

void ComposePage::start(SendRequest request) {
    m_messages->clear();
    m_response->showWaiting(tr("sent to %1").arg(QString::fromStdString(request.target.describe())));
    m_sending = m_workbench.send(std::move(request));
    // What was given up may be told only after the next one was sent.
    const std::uint64_t number = ++m_sendings;
    whenDone(
        m_sending, this, [this](const Result<SendResult>& result) { finish(result); },
        [this, number] {
            if (number == m_sendings) {
                m_response->clear(tr("The request was given up. Its answer, if any, is in Traffic."), tr("Send again"));
                updateSendState();
            }
        });
    updateSendState();
}

void ComposePage::finish(const Result<SendResult>& result) {
    m_draft.setAutomatic(QString::fromStdString(m_workbench.settings().clientId), ++m_correlationId);
    updateSendState();
    if (!result) {
        m_response->clear(tr("The request was not sent."));
        report(QString::fromStdString(result.error().text()));
        return;
    }
    m_response->showResult(*result);
    showAge();
    Q_EMIT answered(*result);
}

// What the answer below is an answer to, where it is no longer what is being made.
void ComposePage::showAge() {
    const int version = isEditingBytes() ? frameFacts(m_request->frame()).apiVersion.value_or(-1) : this->version();
    m_response->setFormRequest(sentApiKey(), version);
}

void ComposePage::report(const QString& sentence) {
    m_messages->showMessage(StatusKind::Error, sentence);
    Q_EMIT notSent(sentence);
}

}  // namespace brokerscope
