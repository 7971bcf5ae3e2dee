#pragma once

#include "core/workbench/send_request.h"
#include "ui/models/entity_names.h"
#include "ui/models/reading_context.h"
#include "ui/widgets/status_kind.h"

#include <QFrame>

#include <optional>

namespace brokerscope {

class Inspector;

// What came of the last request: one line of result, and the answer in an inspector; or why there is none. GUI thread.
class ResponsePanel : public QFrame {
    Q_OBJECT

public:
    explicit ResponsePanel(const ReadingContext& context, QWidget* parent = nullptr);

    void showResult(const SendResult& result);
    void showWaiting(const QString& what);  // the request is on its way
    // There is no answer to show, and why; `nextStep` is on a button (empty: none).
    void clear(const QString& reason, const QString& nextStep = {});
    void setNames(const EntityNames& names);
    // What would be sent now. An answer to something else is still shown, but steps back and says so.
    void setFormRequest(int apiKey, int version);
    bool isOfEarlierRequest() const;
    Inspector& inspector() const { return *m_inspector; }

Q_SIGNALS:
    void pathHovered(const QString& text);
    void nextStepWanted();

private:
    struct Request {
        int apiKey = -1;
        int version = -1;
        bool operator==(const Request&) const = default;
    };
    void showTitle();

    ReadingContext m_context;
    Inspector* m_inspector = nullptr;
    Request m_inForm;
    std::optional<Request> m_answered;  // nothing: there is no result
    QString m_outcome;
    StatusKind m_outcomeKind = StatusKind::Neutral;
};

}  // namespace brokerscope
