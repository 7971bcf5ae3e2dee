#include "ui/pages/files_page.h"

#include "tests/unit/core/workbench/written_topic.h"
#include "tests/unit/ui/models/blocked_pool.h"
#include "tests/unit/ui/models/reading.h"
#include "ui/inspector/inspector.h"
#include "ui/inspector/records_pane.h"
#include "ui/models/record_table_model.h"
#include "ui/pages/batch_list_model.h"
#include "ui/pages/file_list_model.h"
#include "ui/pages/file_view.h"
#include "ui/style/application_style.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/title_bar.h"

#include <QApplication>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>

#include <gmock/gmock.h>

namespace brokerscope {
namespace {

using namespace brokerscope::testing;
using ::testing::HasSubstr;

class FilesPageTest : public ::testing::Test {
protected:
    FilesPageTest() {
        applyStyle(*qApp, Theme::Light);
        WrittenBatch batch;
        batch.records = {plainRecord("k", "v")};
        logs.write("orders-0", sealed(batch, 0));
        logs.write("orders-1", sealed(batch, 0));
        page.resize(1200, 700);
        page.show();
    }
    ~FilesPageTest() override { QThreadPool::globalInstance()->waitForDone(); }
    void openLogs() { page.open({QString::fromStdString(logs.path())}); }

    WrittenLogs logs{"files-page"};
    FilesPage page{testing::reading()};
};

TEST_F(FilesPageTest, ShowsThatAFolderIsBeingListed) {
    EXPECT_FALSE(page.listing().isVisible());
    {
        BlockedPool pool;
        openLogs();
        EXPECT_TRUE(page.listing().isVisible());
    }
    ASSERT_TRUE(QTest::qWaitFor([&] { return page.model().rowCount() == 2; }));
    EXPECT_FALSE(page.listing().isVisible());
}

TEST_F(FilesPageTest, AListingCanBeCancelledAndTheNextOneIsWhole) {
    {
        BlockedPool pool;
        openLogs();
        page.listing().findChild<QPushButton*>()->click();
    }
    ASSERT_TRUE(QTest::qWaitFor([&] { return !page.isListing(); }));
    EXPECT_EQ(page.model().rowCount(), 0);
    EXPECT_THAT(page.messages().cause().toStdString(), HasSubstr("was cancelled after 0 files"));
    EXPECT_FALSE(page.listing().isVisible());
    openLogs();
    ASSERT_TRUE(QTest::qWaitFor([&] { return page.model().rowCount() == 2; }));
}

// The list comes from headers alone; the checksums are verified once it is there.
TEST_F(FilesPageTest, C046_AWrongChecksumIsFoundAfterTheListIsThere) {
    WrittenBatch batch;
    batch.records = {plainRecord("k", "v")};
    ByteBuffer broken = sealed(batch, 2);
    broken.back() ^= 1;
    logs.write("broken-0", sealed(batch, 0));
    logs.write("broken-0", sealed(batch, 1));
    logs.write("broken-0", broken);
    logs.write("broken-0", sealed(batch, 3));
    page.open({QString::fromStdString(logs.path() + "/broken-0")});
    FileView& view = page.view();
    ASSERT_TRUE(QTest::qWaitFor([&] { return view.status().contains(QStringLiteral("checksums verified")); }));
    ASSERT_EQ(view.batches().rowCount(), 4);
    EXPECT_EQ(view.batches().problems(), 1u);
    const QModelIndex remark = view.batches().index(2, BatchListModel::RemarkColumn);
    EXPECT_THAT(remark.data().toString().toStdString(), HasSubstr("computed"));
    EXPECT_TRUE(page.model().index(0, FileListModel::KindColumn).data(FileListModel::ProblemRole).toBool());
    EXPECT_THAT(view.status().toStdString(), HasSubstr("1 problem"));
    // What was mended meanwhile is no problem any more.
    std::filesystem::remove_all(logs.path() + "/broken-0");
    logs.write("broken-0", sealed(batch, 0));
    view.readAgain();
    ASSERT_TRUE(QTest::qWaitFor([&] {
        return view.batches().rowCount() == 1 && view.status().contains(QStringLiteral("checksums verified"));
    }));
    EXPECT_FALSE(page.model().index(0, FileListModel::KindColumn).data(FileListModel::ProblemRole).toBool());
}

// A broker writes on; what was chosen stays. A file that is cut off and filled anew is read from its beginning.
TEST_F(FilesPageTest, AFileIsFollowedWhileItGrowsAndWhenItIsCutOff) {
    WrittenBatch batch;
    batch.records = {plainRecord("k", "v")};
    page.open({QString::fromStdString(logs.path() + "/orders-0")});
    FileView& view = page.view();
    const auto isVerified = [&] { return view.status().contains(QStringLiteral("checksums verified")); };
    ASSERT_TRUE(QTest::qWaitFor([&] { return view.batches().rowCount() == 1 && isVerified(); }));
    view.table().setCurrentIndex(view.batches().index(0, 0));
    ASSERT_TRUE(QTest::qWaitFor([&] { return view.inspector().tree() != nullptr; }));
    // Not yet whole: it stands at the end until the rest of it comes.
    const ByteBuffer second = sealed(batch, 1);
    ByteBuffer broken = sealed(batch, 2);
    broken.back() ^= 1;
    logs.write("orders-0", ByteBuffer(second.begin(), second.begin() + 40));
    ASSERT_TRUE(QTest::qWaitFor([&] { return view.batches().rowCount() == 2 && view.batches().counts().isCutOff; }));
    logs.write("orders-0", ByteBuffer(second.begin() + 40, second.end()));
    logs.write("orders-0", broken);
    ASSERT_TRUE(QTest::qWaitFor(
        [&] { return view.batches().rowCount() == 3 && isVerified() && view.batches().problems() == 1; }));
    EXPECT_TRUE(view.batches().index(2, 0).data(BatchListModel::ProblemRole).toBool());
    EXPECT_EQ(view.table().currentIndex().row(), 0);
    EXPECT_NE(view.inspector().tree(), nullptr);
    std::filesystem::remove_all(logs.path() + "/orders-0");
    logs.write("orders-0", sealed(batch, 700));
    ASSERT_TRUE(QTest::qWaitFor([&] {
        return view.batches().rowCount() == 1 && view.batches().batch(view.batches().index(0, 0))->baseOffset == 700;
    }));
    EXPECT_EQ(view.inspector().tree(), nullptr) << "that batch is gone";
    EXPECT_THAT(view.status().toStdString(), HasSubstr("written anew"));
}

// What stands above the bytes is always about them.
TEST_F(FilesPageTest, TheNextFileAndPastedBytesHaveNoTitleOfABatch) {
    openLogs();
    FileView& view = page.view();
    ASSERT_TRUE(QTest::qWaitFor([&] { return view.batches().rowCount() == 1 && page.model().rowCount() == 2; }));
    const auto chooseBatch = [&] {
        view.table().setCurrentIndex({});
        view.table().setCurrentIndex(view.batches().index(0, 0));
        return QTest::qWaitFor([&] { return !view.inspector().titleBar().heading().isEmpty(); });
    };
    ASSERT_TRUE(chooseBatch());
    QSignalSpy hovered(&page, &FilesPage::pathHovered);
    page.table().setCurrentIndex(page.table().model()->index(1, 0));
    EXPECT_EQ(view.inspector().titleBar().heading(), QString());
    EXPECT_EQ(view.inspector().titleBar().facts(), QString());
    ASSERT_FALSE(hovered.isEmpty());
    EXPECT_EQ(hovered.back().front().toString(), QString());
    ASSERT_TRUE(QTest::qWaitFor([&] { return view.batches().rowCount() == 1; }));
    ASSERT_TRUE(chooseBatch());
    page.openText(QStringLiteral("0000000d00120002000000010003753033"));
    ASSERT_TRUE(QTest::qWaitFor([&] { return view.status().contains(QStringLiteral("ApiVersions")); }));
    EXPECT_EQ(view.inspector().titleBar().heading(), QString());
    page.openText(QStringLiteral("00zz"));
    ASSERT_TRUE(QTest::qWaitFor([&] { return !page.messages().cause().isEmpty(); }));
    EXPECT_EQ(view.inspector().tree(), nullptr) << "bytes that were pasted before";
}

TEST_F(FilesPageTest, FilesStandInTheOrderInWhichTheyWereNamed) {
    const QString folder = QString::fromStdString(logs.path());
    const QString segment = QStringLiteral("/00000000000000000000.log");
    QSignalSpy troubles(&page, &FilesPage::troublesFound);
    page.open({folder + QStringLiteral("/orders-1") + segment, folder + QStringLiteral("/nothing"),
               folder + QStringLiteral("/orders-0") + segment});
    ASSERT_TRUE(QTest::qWaitFor([&] { return !page.isListing(); }));
    ASSERT_EQ(page.model().rowCount(), 2);
    const auto folderOf = [&](int row) {
        return page.model().index(row, FileListModel::FolderColumn).data().toString();
    };
    EXPECT_EQ(folderOf(0), QStringLiteral("orders-1"));
    EXPECT_EQ(folderOf(1), QStringLiteral("orders-0"));
    EXPECT_EQ(page.table().currentIndex().row(), 0) << "the first one is shown";
    EXPECT_EQ(troubles.count(), 1);
}

// The folder says whose records they are, as bscope has it.
TEST_F(FilesPageTest, RecordsOfInternalTopicsAreDecodedByTheirFolder) {
    WrittenBatch batch;
    batch.records = {commitRecord("payments", "orders", 3, 42), {offsetKey("payments", "orders", 4), std::nullopt}};
    logs.write("__consumer_offsets-36", sealed(batch, 0));
    page.open({QString::fromStdString(logs.path() + "/__consumer_offsets-36")});
    FileView& view = page.view();
    ASSERT_TRUE(QTest::qWaitFor([&] { return view.batches().rowCount() == 1; }));
    view.table().setCurrentIndex(view.batches().index(0, 0));
    ASSERT_TRUE(QTest::qWaitFor([&] { return view.inspector().tree() != nullptr; }));
    view.inspector().setView(Inspector::View::Records);
    RecordsPane& records = view.inspector().recordsPane();
    ASSERT_TRUE(QTest::qWaitFor([&] { return records.model().rowCount() == 2; }));
    const auto cell = [&](int row, int column) {
        return records.model().index(row, column).data().toString().toStdString();
    };
    EXPECT_THAT(cell(0, RecordTableModel::KeyColumn), HasSubstr("OffsetCommit: "));
    EXPECT_THAT(cell(0, RecordTableModel::KeyColumn), HasSubstr("payments"));
    EXPECT_THAT(cell(0, RecordTableModel::ValueColumn), HasSubstr("offset 42"));
    EXPECT_EQ(cell(1, RecordTableModel::ValueColumn), "null (tombstone)");
    records.table().setCurrentIndex(records.model().index(0, 0));
    const auto inFull = [&] { return records.findChild<QPlainTextEdit*>()->toPlainText(); };
    ASSERT_TRUE(QTest::qWaitFor([&] { return !inFull().isEmpty(); }));
    EXPECT_TRUE(inFull().startsWith(QStringLiteral("OffsetCommit (record type 1)"))) << inFull().toStdString();
}

TEST_F(FilesPageTest, VerifyingChecksumsCanBeCancelled) {
    openLogs();
    FileView& view = page.view();
    QSignalSpy ended(&view, &FileView::checkingEnded);
    QObject::connect(&view, &FileView::readingEnded, &view, [&view] {
        if (view.batches().rowCount() > 0) {
            view.cancel();
        }
    });
    ASSERT_TRUE(QTest::qWaitFor([&] { return ended.count() > 0; }));
    EXPECT_EQ(view.batches().rowCount(), 1) << "the list stays";
}

}  // namespace
}  // namespace brokerscope
