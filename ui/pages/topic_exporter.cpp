#include "ui/pages/topic_exporter.h"

#include "ui/models/pool_work.h"
#include "ui/models/value_format.h"

#include <QFileDialog>

namespace brokerscope {

bool TopicExporter::start(TopicExport what, const QString& path) {
    if (m_isRunning) {
        return false;
    }
    m_cancel = CancelToken();
    m_isRunning = true;
    const auto writing = onPool([what = std::move(what), path = path.toStdString(), cancel = m_cancel] {
        return exportRows(what, path, cancel);
    });
    whenDone(writing, this, [this, path, cancel = m_cancel](const Result<ExportedRows>& done) {
        m_isRunning = false;
        if (!done) {
            Q_EMIT finished(false, QString::fromStdString(done.error().text()));
            return;
        }
        const QString count = countText(done->written, tr("record"), tr("records"));
        const QString text = cancel.isCancelled() ? tr("Cancelled: %1 written to %2.").arg(count, path)
                                                  : tr("%1 written to %2.").arg(count, path);
        const QString missing = countText(done->missing, tr("record"), tr("records"));
        Q_EMIT finished(done->missing == 0,
                        done->missing == 0 ? text : tr("%1 Left out: %2 whose bytes are gone.").arg(text, missing));
    });
    return true;
}

QString askForExportPath(QWidget* parent, TopicExportForm form, const QString& topic) {
    const bool isCsv = form == TopicExportForm::Csv;
    return QFileDialog::getSaveFileName(parent, TopicExporter::tr("Export the shown records"),
                                        topic + (isCsv ? QStringLiteral(".csv") : QStringLiteral(".jsonl")),
                                        isCsv ? TopicExporter::tr("CSV (*.csv)")
                                              : TopicExporter::tr("JSON lines (*.jsonl)"));
}

}  // namespace brokerscope
