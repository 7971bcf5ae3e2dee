#include "app/cli/standard_output.h"

#include <gtest/gtest.h>

#ifndef _WIN32
#include <array>
#include <csignal>
#include <ostream>
#include <string>
#include <unistd.h>

namespace brokerscope {
namespace {

class PipeBufferTest : public ::testing::Test {
protected:
    void SetUp() override {
        std::signal(SIGPIPE, SIG_IGN);
        ASSERT_EQ(pipe(m_ends.data()), 0);
    }
    void TearDown() override { std::signal(SIGPIPE, SIG_DFL); }

    std::array<int, 2> m_ends{};
};

TEST_F(PipeBufferTest, WritesWhatItIsGiven) {
    const std::string long_(100000, 'x');
    std::string read;
    {
        PipeBuffer buffer(m_ends[1], [] { FAIL(); });
        std::ostream out(&buffer);
        out << "a line\n" << std::flush << 'b' << long_.substr(0, 1000);
    }
    close(m_ends[1]);
    std::array<char, 4096> piece{};
    for (ssize_t got = 0; (got = ::read(m_ends[0], piece.data(), piece.size())) > 0;) {
        read.append(piece.data(), static_cast<std::size_t>(got));
    }
    close(m_ends[0]);
    EXPECT_EQ(read, "a line\nb" + long_.substr(0, 1000));
}

TEST_F(PipeBufferTest, SaysOnceThatItsReaderIsGone) {
    close(m_ends[0]);
    int told = 0;
    PipeBuffer buffer(m_ends[1], [&told] { ++told; });
    std::ostream out(&buffer);
    out << "a line\n" << std::flush;
    EXPECT_EQ(told, 1);
    EXPECT_FALSE(out);
    out.clear();
    out << std::string(200000, 'x') << std::flush;
    EXPECT_EQ(told, 1);
    close(m_ends[1]);
}

}  // namespace
}  // namespace brokerscope
#endif
