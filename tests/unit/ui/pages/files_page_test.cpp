#include "ui/pages/files_page.h"

#include "tests/unit/core/workbench/written_topic.h"
#include "tests/unit/ui/models/blocked_pool.h"
#include "tests/unit/ui/models/reading.h"
#include "ui/pages/batch_list_model.h"
#include "ui/pages/file_list_model.h"
#include "ui/pages/file_view.h"
#include "ui/style/application_style.h"
#include "ui/widgets/message_bar.h"

#include <QApplication>
#include <QPushButton>
#include <QSignalSpy>
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
