#include "ui/pages/topic_exporter.h"

#include "ui/models/pool_work.h"
#include "ui/models/value_format.h"

#include <QFileDialog>

namespace brokerscope {

void TopicExporter::start(TopicExport what, const QString& path) {
    m_cancel = CancelToken();
    m_isRunning = true;
    const auto writing = onPool([what = std::move(what), path = path.toStdString(), cancel = m_cancel] {
        return exportRows(what, path, cancel);
    });
    whenDone(writing, this, [this, path, cancel = m_cancel](const Result<std::uint64_t>& written) {
        m_isRunning = false;
        if (!written) {
            Q_EMIT finished(false, QString::fromStdString(written.error().text()));
            return;
        }
        const QString count = countText(*written, tr("record"), tr("records"));
        Q_EMIT finished(true, cancel.isCancelled() ? tr("Cancelled: %1 written to %2.").arg(count, path)
                                                   : tr("%1 written to %2.").arg(count, path));
    });
}

QString askForExportPath(QWidget* parent, TopicExportForm form, const QString& topic) {
    const bool isCsv = form == TopicExportForm::Csv;
    return QFileDialog::getSaveFileName(parent, TopicExporter::tr("Export the shown records"),
                                        topic + (isCsv ? QStringLiteral(".csv") : QStringLiteral(".jsonl")),
                                        isCsv ? TopicExporter::tr("CSV (*.csv)")
                                              : TopicExporter::tr("JSON lines (*.jsonl)"));
}

}  // namespace brokerscope
