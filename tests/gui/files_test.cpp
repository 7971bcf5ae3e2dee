#include "tests/gui/connected_window.h"

#include "ui/hexview/hex_view.h"
#include "ui/inspector/bytes_pane.h"
#include "ui/inspector/inspector.h"
#include "ui/inspector/records_pane.h"
#include "ui/models/open_document.h"
#include "ui/models/record_table_model.h"
#include "ui/pages/batch_list_model.h"
#include "ui/pages/file_list_model.h"
#include "ui/pages/file_view.h"
#include "ui/pages/files_page.h"
#include "ui/pages/traffic_model.h"
#include "ui/pages/traffic_page.h"
#include "ui/pages/traffic_sources.h"
#include "ui/widgets/message_bar.h"

#include <QCheckBox>
#include <QDir>
#include <QDropEvent>
#include <QMimeData>
#include <QProcess>
#include <QTableView>
#include <QUrl>

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

// The folder of the fixture's own metadata log: real segments, of a broker that is running.
QString metadataFolder() {
    QProcess status;
    status.start(QStringLiteral(BROKERSCOPE_SOURCE_DIR "/scripts/kafka.sh"),
                 {QStringLiteral("status"), QStringLiteral("--name"), QStringLiteral("gui")});
    status.waitForFinished();
    const QString key = QStringLiteral("data=");
    for (const QString& line : QString::fromUtf8(status.readAllStandardOutput()).split(QLatin1Char('\n'))) {
        if (line.startsWith(key)) {
            return line.mid(key.size()) + QStringLiteral("/__cluster_metadata-0");
        }
    }
    return {};
}

class FilesOfTheWindow : public ConnectedWindow {
protected:
    void drop(const QString& path) {
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(path)});
        const QPointF place(200, 200);
        QDragEnterEvent enter(place.toPoint(), Qt::CopyAction, &data, Qt::LeftButton, {});
        QCoreApplication::sendEvent(&m_window, &enter);
        ASSERT_TRUE(enter.isAccepted());
        QDropEvent dropped(place, Qt::CopyAction, &data, Qt::LeftButton, {});
        QCoreApplication::sendEvent(&m_window, &dropped);
    }
};

TEST_F(FilesOfTheWindow, ADroppedSegmentShowsItsBatchesAndARecordItsBytes) {
    const QString folder = metadataFolder();
    ASSERT_TRUE(QDir(folder).exists()) << folder.toStdString();
    drop(folder);
    EXPECT_EQ(m_window.page(), Page::Files);
    FilesPage& page = m_window.files();
    FileView& view = page.view();
    ASSERT_TRUE(waitUntil([&] { return view.batches().rowCount() > 0 && !view.isReading(); }));
    EXPECT_GT(page.model().rowCount(), 1) << "the other files of the folder";
    EXPECT_EQ(view.batches().problems(), 0u);
    view.table().setCurrentIndex(view.batches().index(view.batches().rowCount() - 1, 0));
    ASSERT_TRUE(waitUntil([&] { return view.inspector().tree() != nullptr; }));
    view.inspector().setView(Inspector::View::Records);
    RecordsPane& records = view.inspector().recordsPane();
    records.controls().setChecked(true);  // the last batch may be the quorum's own
    ASSERT_TRUE(waitUntil([&] { return records.model().rowCount() > 0; }));
    records.table().setCurrentIndex(records.model().index(0, 0));
    ASSERT_TRUE(waitUntil([&] {
        const LinkedSelection& selected = view.inspector().link()->selection();
        const NodeRef node = view.inspector().document()->nodeOf(selected);
        return node.isValid() && node.path() == "records[0]";
    }));
    view.inspector().setView(Inspector::View::TreeAndHex);
    EXPECT_GT(view.inspector().bytesPane().hexView().framed().length, 0u);
}

TEST_F(FilesOfTheWindow, ADroppedCaptureOpensInTraffic) {
    drop(QStringLiteral(BROKERSCOPE_SOURCE_DIR "/tests/unit/core/capture/kcat.pcap"));
    TrafficPage& page = m_window.traffic();
    ASSERT_TRUE(waitUntil([&] { return page.sources().isCapture() && !page.sources().isReading(); }));
    EXPECT_EQ(m_window.page(), Page::Traffic);
    ASSERT_TRUE(waitUntil([&] { return page.model().rowCount() > 0; }));
    EXPECT_TRUE(waitUntil([&] { return page.sources().facts().contains(QStringLiteral("40 packets")); }));
    page.table().setCurrentIndex(page.model().index(0, 0));
    EXPECT_TRUE(waitUntil([&] { return page.inspector().tree() != nullptr; }));
    page.sources().showLive();
    EXPECT_FALSE(page.sources().isCapture());
    EXPECT_GT(page.model().rowCount(), 0) << "the exchanges of the run";
}

TEST_F(FilesOfTheWindow, WhatCannotBeReadIsSaidOnThePage) {
    m_window.openFiles({QStringLiteral("/nothing/here.log")});
    EXPECT_TRUE(waitUntil([&] { return !m_window.files().messages().cause().isEmpty(); }));
}

}  // namespace
}  // namespace brokerscope
