#include "core/capture/history_search.h"

#include "core/capture/exchange_fields.h"
#include "tests/support/temporary_path.h"
#include "tests/unit/core/exchange/recorded_run.h"

#include <gmock/gmock.h>

namespace brokerscope {
namespace {

using namespace testing;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

class HistorySearches : public ::testing::Test {
protected:
    void SetUp() override {
        auto opened = ExchangeHistory::open(m_path.string(), SchemaRegistry::embedded(), {});
        ASSERT_TRUE(opened);
        m_history = std::move(*opened);
        RecordedRun run;
        run.apiVersions(1);
        run.apiVersions(2, true);
        run.authenticate(true);
        for (const auto& exchange : run.exchanges.since({})) {
            ASSERT_TRUE(m_history->add(*exchange));
        }
    }
    void TearDown() override {
        m_history.reset();
        std::filesystem::remove(m_path);
    }
    HistorySearch search(std::string_view filter, const CancelToken& cancel = {}) const {
        const auto& registry = SchemaRegistry::embedded();
        return searchHistory(*m_history, registry, Filter::parse(filter, exchangeVocabulary(registry)).value(), {}, {},
                             cancel);
    }

    std::filesystem::path m_path = temporaryPath("searched.bsrec");
    std::unique_ptr<ExchangeHistory> m_history;
};

TEST_F(HistorySearches, ByColumnsAndPaths) {
    EXPECT_THAT(search("api:ApiVersions").found, ElementsAre(HistoryId{1}, HistoryId{2}));
    EXPECT_THAT(search("error:UNSUPPORTED_VERSION").found, ElementsAre(HistoryId{2}));
    EXPECT_THAT(search("response.errorCode == 35").found, ElementsAre(HistoryId{2}));
    EXPECT_THAT(search("frame:3").found, ElementsAre(HistoryId{3}));
    EXPECT_THAT(search("broker:broker-1* -(api:ApiVersions)").found, ElementsAre(HistoryId{3}));
    EXPECT_THAT(search("api:Fetch").found, IsEmpty());
    EXPECT_EQ(search("api:Fetch").looked, 3u);
}

TEST_F(HistorySearches, SaysWhenItHasNotLookedEverywhere) {
    CancelToken cancel;
    cancel.cancel();
    const HistorySearch cancelled = search("api:ApiVersions", cancel);
    EXPECT_FALSE(cancelled.isWhole);
    EXPECT_EQ(cancelled.looked, 0u);
    EXPECT_TRUE(search("api:ApiVersions").isWhole);
}

}  // namespace
}  // namespace brokerscope
