#include "ui/pages/response_panel.h"

#include "tests/unit/ui/models/reading.h"
#include "tests/unit/ui/pages/sample_exchanges.h"
#include "ui/inspector/inspector.h"
#include "ui/widgets/empty_page.h"
#include "ui/widgets/title_bar.h"

#include <gmock/gmock.h>

namespace brokerscope {
namespace {

class ResponsePanelTest : public ::testing::Test {
protected:
    void show(Exchange exchange) {
        SendResult result;
        result.exchange = std::make_shared<const Exchange>(std::move(exchange));
        panel.showResult(result);
    }
    std::string heading() const { return panel.inspector().titleBar().heading().toStdString(); }

    ResponsePanel panel{testing::reading()};
};

TEST_F(ResponsePanelTest, AnAnswerToSomethingElseSaysSo) {
    panel.setFormRequest(12, 0);
    show(testing::heartbeat());
    EXPECT_FALSE(panel.isOfEarlierRequest());
    EXPECT_EQ(heading(), "Response");
    panel.setFormRequest(0, 13);
    EXPECT_TRUE(panel.isOfEarlierRequest());
    EXPECT_EQ(heading(), "Earlier response");
    EXPECT_THAT(panel.inspector().titleBar().facts().toStdString(), ::testing::StartsWith("Heartbeat v0"));
    panel.setFormRequest(12, 4);
    EXPECT_EQ(heading(), "Earlier response");
    panel.clear(QStringLiteral("Nothing was sent."));
    EXPECT_EQ(heading(), "Response");
}

TEST_F(ResponsePanelTest, AClosedConnectionIsExplainedWhereTheAnswerWouldBe) {
    show(testing::closedMetadata());
    EmptyPage& page = panel.inspector().emptyPage();
    EXPECT_TRUE(page.hasProblem());
    EXPECT_THAT(page.text().toStdString(), ::testing::HasSubstr("the broker does not know it"));
    EXPECT_THAT(page.text().toStdString(), ::testing::EndsWith("UnsupportedVersionException"));
    panel.clear(QStringLiteral("Nothing was sent."));
    EXPECT_FALSE(page.hasProblem());
    EXPECT_EQ(page.text(), QStringLiteral("Nothing was sent."));
}

}  // namespace
}  // namespace brokerscope
