#include "ui/pages/files_page.h"

#include "tests/unit/core/workbench/written_topic.h"
#include "tests/unit/ui/models/blocked_pool.h"
#include "ui/pages/file_list_model.h"
#include "ui/style/application_style.h"
#include "ui/widgets/message_bar.h"

#include <QApplication>
#include <QPushButton>
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
    FilesPage page{SchemaRegistry::embedded()};
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

}  // namespace
}  // namespace brokerscope
