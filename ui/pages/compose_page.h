#pragma once

#include "core/workbench/workbench.h"
#include "ui/models/draft_model.h"
#include "ui/models/reading_context.h"
#include "ui/pages/request_draft.h"

#include <QPointer>
#include <QWidget>

#include <map>
#include <optional>

class QPushButton;
class QSplitter;

namespace brokerscope {

class ApiPanel;
class ComposeHeader;
class ElidedLabel;
class MessageBar;
class RequestPane;
class ResponsePanel;

// Makes a request of any API at any version, shows its bytes while it is made, sends it, and shows the answer. Drafts
// of other APIs are kept while the program runs. GUI thread. Workbench and registry must outlive it.
class ComposePage : public QWidget {
    Q_OBJECT

public:
    ComposePage(Workbench& workbench, const ReadingContext& context, QWidget* parent = nullptr);
    ~ComposePage() override;

    void setCluster(const ClusterView& view);
    void setState(ClusterState state);  // a request is sent unless disconnected
    // Takes up an API at its newest common version, or as it was left.
    void chooseApi(int apiKey);
    int apiKey() const { return m_apiKey; }
    void setVersion(int version);
    int version() const;
    void stepVersion(int by);
    void chooseNewestVersion();
    // A request that was sent before, to be changed and sent again. What no form can say is opened as bytes.
    // exchangeOpened follows when the frame has been read.
    void openExchange(const std::shared_ptr<const Exchange>& exchange);

    void send();
    void setEditingBytes(bool editing);
    bool isEditingBytes() const;
    void focusFilter();
    DraftModel& draft() { return m_draft; }
    RequestPane& request() const { return *m_request; }
    ResponsePanel& response() const { return *m_response; }
    MessageBar& messages() const { return *m_messages; }
    QSplitter& columns() const { return *m_columns; }
    QSplitter& rows() const { return *m_rows; }

Q_SIGNALS:
    void answered(const brokerscope::SendResult& result);
    void notSent(const QString& sentence);
    void exchangeOpened();
    void editingBytesChanged(bool editing);
    void pathHovered(const QString& text);
    void connectWanted();

private:
    struct Kept {
        DraftPair drafts;
        int version = 0;
        ByteBuffer frame;  // edited bytes; empty: the form was edited
    };

    void setUpLayout();
    void setUpConnections();
    void keepDraft();
    void replaceDrafts(DraftPair drafts, int version);
    ByteBuffer ownBytes() const;  // empty: the form is edited
    void offerBytes(const ByteBuffer& frame);
    bool isUntouched() const;
    void takeStartingDraft(ValueDraft body, int version);
    void takeDrafts(DraftPair drafts, int version);
    void beginDraft();
    void showVersion();
    void followVersion(int version);
    void updateSendState();
    void askBeforeChange(int apiKey);
    void takeExchange(const Exchange& exchange, const OpenedRequest& opened);
    int sentApiKey() const;
    void sendNow();
    void start(SendRequest request);
    void finish(const Result<SendResult>& result);
    void showAge();
    void report(const QString& sentence);
    std::optional<SendRequest> makeRequest();

    Workbench& m_workbench;
    ReadingContext m_context;
    ClusterView m_view;
    ClusterState m_state = ClusterState::Disconnected;
    DraftModel m_draft;
    std::map<int, Kept> m_kept;
    int m_apiKey = -1;
    bool m_isStartingDraft = false;             // the draft is the minimal request, edits aside
    std::shared_ptr<const Exchange> m_opening;  // is being read; null: none
    std::int32_t m_correlationId = 1;
    QPointer<QPushButton> m_connectButton;  // of the message that there is no cluster
    QFuture<Result<SendResult>> m_sending;
    std::uint64_t m_sendings = 0;

    ApiPanel* m_apis = nullptr;
    ComposeHeader* m_header = nullptr;
    ElidedLabel* m_story = nullptr;
    MessageBar* m_messages = nullptr;
    RequestPane* m_request = nullptr;
    ResponsePanel* m_response = nullptr;
    QSplitter* m_columns = nullptr;
    QSplitter* m_rows = nullptr;
};

}  // namespace brokerscope
