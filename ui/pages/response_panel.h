#pragma once

#include "core/workbench/send_request.h"
#include "ui/models/entity_names.h"
#include "ui/models/reading_context.h"

#include <QFrame>

namespace brokerscope {

class Inspector;

// What came of the last request: one line of result, and the answer in an inspector. GUI thread.
class ResponsePanel : public QFrame {
    Q_OBJECT

public:
    explicit ResponsePanel(const ReadingContext& context, QWidget* parent = nullptr);

    void showResult(const SendResult& result);
    void showWaiting(const QString& what);  // the request is on its way
    // There is no answer to show, and why; `nextStep` is on a button (empty: none).
    void clear(const QString& reason, const QString& nextStep = {});
    void setNames(const EntityNames& names);
    Inspector& inspector() const { return *m_inspector; }

Q_SIGNALS:
    void pathHovered(const QString& text);
    void nextStepWanted();

private:
    ReadingContext m_context;
    Inspector* m_inspector = nullptr;
};

}  // namespace brokerscope
