#include "ui/inspector/find_bar.h"

#include "tests/unit/ui/models/blocked_pool.h"
#include "tests/unit/ui/models/fetched_records.h"
#include "tests/unit/ui/models/reading.h"
#include "ui/hexview/hex_view.h"
#include "ui/inspector/bytes_pane.h"
#include "ui/inspector/inspector.h"
#include "ui/models/open_document.h"

#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <gmock/gmock.h>

namespace brokerscope {
namespace {

using testing::BlockedPool;
using ::testing::StartsWith;

class FindBarTest : public ::testing::Test {
protected:
    FindBarTest() {
        inspector.resize(1100, 600);
        inspector.show();
        EXPECT_TRUE(QTest::qWaitForWindowExposed(&inspector));
        inspector.setDocument(testing::documentOf(testing::fetched("orders", testing::kC059_0)));
        EXPECT_TRUE(QTest::qWaitFor([&] { return inspector.document()->parts().size() > 1; }));
        QThreadPool::globalInstance()->waitForDone();
        QCoreApplication::processEvents();
    }
    ~FindBarTest() override { QThreadPool::globalInstance()->waitForDone(); }

    void find(SearchMode mode, const char* text) {
        inspector.find(mode);
        line().setText(QString::fromLatin1(text));
        QTest::keyClick(&line(), Qt::Key_Return);
    }
    bool ends() {
        return QTest::qWaitFor([&] { return !bar().isSearching(); });
    }
    FindBar& bar() { return *inspector.findChild<FindBar*>(); }
    QLineEdit& line() { return *bar().findChild<QLineEdit*>(); }
    QToolButton& stopButton() {
        for (QToolButton* button : bar().findChildren<QToolButton*>()) {
            if (button->text() == QStringLiteral("Stop")) {
                return *button;
            }
        }
        throw std::logic_error("no button");
    }
    std::string answer() { return bar().answer().toStdString(); }
    std::string selectedPath() { return inspector.document()->nodeOf(inspector.link()->selection()).path(); }

    Inspector inspector{SchemaRegistry::embedded()};
};

TEST_F(FindBarTest, nothingIsSaidToBeMissingBeforeAllWasSearched) {
    BlockedPool pool;
    find(SearchMode::Text, "not in there");
    EXPECT_TRUE(bar().isSearching());
    EXPECT_TRUE(QTest::qWaitFor([&] { return stopButton().isVisible(); }));
    EXPECT_THAT(answer(), StartsWith("searching…"));
    pool.release();
    ASSERT_TRUE(ends());
    EXPECT_EQ(answer(), "not in these bytes");
    EXPECT_FALSE(stopButton().isVisible());
}

TEST_F(FindBarTest, aSearchCanBeStopped) {
    const QSignalSpy found(&bar(), &FindBar::found);
    BlockedPool pool;
    find(SearchMode::Text, "orders");
    ASSERT_TRUE(QTest::qWaitFor([&] { return stopButton().isVisible(); }));
    QTest::mouseClick(&stopButton(), Qt::LeftButton);
    EXPECT_FALSE(bar().isSearching());
    EXPECT_THAT(answer(), StartsWith("stopped at 0 %"));
    pool.release();
    QTest::qWait(20);
    EXPECT_TRUE(found.isEmpty());
    EXPECT_THAT(answer(), StartsWith("stopped at 0 %"));
}

TEST_F(FindBarTest, whatANewTextMakesStaleIsDropped) {
    const QSignalSpy found(&bar(), &FindBar::found);
    BlockedPool pool;
    find(SearchMode::Text, "orders");
    QTest::keyClick(&line(), Qt::Key_A);
    EXPECT_FALSE(bar().isSearching());
    pool.release();
    QTest::qWait(20);
    EXPECT_TRUE(found.isEmpty());
    EXPECT_EQ(answer(), "");
}

TEST_F(FindBarTest, anotherMessageMakesASearchStale) {
    const QSignalSpy found(&bar(), &FindBar::found);
    BlockedPool pool;
    find(SearchMode::Text, "orders");
    inspector.setDocument(testing::documentOf(testing::fetched("orders", testing::kC028_0)));
    pool.release();
    QTest::qWait(20);
    EXPECT_TRUE(found.isEmpty());
}

TEST_F(FindBarTest, fieldsOfOpenedPartsAreFoundAndTheirBufferComesForth) {
    find(SearchMode::Field, "timestampDelta");
    ASSERT_TRUE(ends());
    EXPECT_EQ(answer(), "no such field in what is opened");
    const DocumentPart* set = inspector.document()->parts()[1];
    const NodeRef held = *NodeRef::root(set->tree).find("batches[0].records");
    inspector.document()->open(held);
    ASSERT_TRUE(QTest::qWaitFor([&] { return inspector.document()->openedAt(held) != nullptr; }));
    find(SearchMode::Field, "timestampDelta");
    ASSERT_TRUE(ends());
    EXPECT_EQ(selectedPath(), "records[0].timestampDelta");
    EXPECT_NE(inspector.bytesPane().buffer(), BufferId::Main);
    EXPECT_THAT(answer(), StartsWith("at offset "));
}

TEST_F(FindBarTest, theNextHitIsAfterTheLastThoughItLiesWithinAField) {
    // The topic's name is one field with more than one "r" in it: "orders".
    find(SearchMode::Text, "r");
    ASSERT_TRUE(ends());
    const std::uint64_t first = inspector.bytesPane().hexView().selection().first();
    QTest::keyClick(&line(), Qt::Key_Return);
    ASSERT_TRUE(ends());
    EXPECT_EQ(inspector.bytesPane().hexView().selection().first(), first + 3);
}

}  // namespace
}  // namespace brokerscope
