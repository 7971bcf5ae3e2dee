#pragma once

#include "core/base/cancel_token.h"
#include "core/workbench/topic_export.h"

#include <QObject>
#include <QString>

class QWidget;

namespace brokerscope {

// Writes records to a file on a thread of the pool, one file at a time. GUI thread; what the export borrows must
// outlive the work of the pool.
class TopicExporter : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;
    ~TopicExporter() override { m_cancel.cancel(); }

    bool isRunning() const { return m_isRunning; }
    // False: it is at work already; nothing is begun then.
    bool start(TopicExport what, const QString& path);
    // What was written so far stays.
    void cancel() { m_cancel.cancel(); }

Q_SIGNALS:
    // What came of it, as a sentence.
    void finished(bool isGood, const QString& sentence);

private:
    CancelToken m_cancel;
    bool m_isRunning = false;
};

// Where to save the records of a topic; empty: the user thought better of it.
QString askForExportPath(QWidget* parent, TopicExportForm form, const QString& topic);

}  // namespace brokerscope
