#include "app/cli/reading_progress.h"

#include "tests/unit/core/internal_topics/group_log.h"

#include <gmock/gmock.h>

#include <sstream>
#include <thread>

namespace brokerscope {
namespace {

using ::testing::EndsWith;
using ::testing::StartsWith;
using testing::WrittenBatch;

class ReadingProgressTest : public ::testing::Test {
protected:
    ReadingProgressTest() {
        WrittenBatch batch;
        batch.records.resize(3);
        m_bytes = batch.at(0);
        BatchIterator(m_bytes).next(m_entry);
    }

    ByteBuffer m_bytes;
    BatchEntry m_entry;
    std::istringstream m_in;
    std::ostringstream m_out;
    std::ostringstream m_err;
};

TEST_F(ReadingProgressTest, RecordsAndBytesOfAllThatThereAre) {
    const CliStreams streams{m_in, m_out, m_err, false, false, false, true};
    const CommandContext context(streams);
    ReadingProgress progress(context, "t");
    progress.setWantedBytes(m_bytes.size() * 4);
    progress.take(m_entry);
    EXPECT_EQ(progress.text(), "t: 3 records, 0.0 MB of 0.0 MB, 25 %");
    progress.setWantedBytes(0);
    EXPECT_EQ(progress.text(), "t: 3 records, 0.0 MB");
    progress.setOffsets(1, 3);
    EXPECT_EQ(progress.text(), "t: 3 records, 0.0 MB, 33 %");
    progress.setOffsets(9, 3);
    EXPECT_THAT(progress.text(), EndsWith("100 %"));
}

TEST_F(ReadingProgressTest, ATerminalHasALineThatGoesAway) {
    const CliStreams streams{m_in, m_out, m_err, false, false, false, true};
    const CommandContext context(streams);
    {
        ReadingProgress progress(context, "t");
        progress.take(m_entry);
        EXPECT_EQ(m_err.str(), "") << "what is quick has none";
        std::this_thread::sleep_for(std::chrono::milliseconds(300));
        progress.take(m_entry);
        EXPECT_THAT(m_err.str(), StartsWith("\rt: 6 records"));
    }
    EXPECT_THAT(m_err.str(), EndsWith(" \r"));
    EXPECT_EQ(m_out.str(), "");
}

TEST_F(ReadingProgressTest, NothingElseHas) {
    for (const bool isTerminal : {false, true}) {
        const CliStreams streams{m_in, m_out, m_err, false, false, false, isTerminal};
        CommandContext context(streams);
        context.global.quiet = isTerminal;
        ReadingProgress progress(context, "t");
        EXPECT_FALSE(progress.isShown());
        progress.take(m_entry);
        std::this_thread::sleep_for(std::chrono::milliseconds(300));
        progress.take(m_entry);
    }
    EXPECT_EQ(m_err.str(), "");
}

}  // namespace
}  // namespace brokerscope
