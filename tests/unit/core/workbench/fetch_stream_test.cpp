#include "core/workbench/fetch_stream.h"
#include "core/workbench/workbench.h"

#include <gtest/gtest.h>
#include <thread>

namespace brokerscope {
namespace {

using std::chrono::milliseconds;

FetchPiece pieceOf(std::size_t size, std::int64_t offset = 0) {
    auto bytes = std::make_shared<const ByteBuffer>(size);
    FetchPiece piece;
    piece.records = *bytes;
    piece.answer = std::move(bytes);
    piece.firstOffset = offset;
    return piece;
}

TEST(FetchStream, TheEndComesAfterTheLastPiece) {
    FetchStream stream;
    stream.push(pieceOf(1, 1));
    stream.push(pieceOf(1, 2));
    stream.finish({FetchProblem{{MessageId::Other, {"x"}, std::nullopt, {}}, 3, true}});
    stream.finish({});
    EXPECT_FALSE(stream.end());
    EXPECT_EQ(stream.next()->firstOffset, 1);
    EXPECT_FALSE(stream.end());
    EXPECT_EQ(stream.next()->firstOffset, 2);
    EXPECT_FALSE(stream.next(milliseconds(10'000))) << "nothing comes any more, and nobody waits for it";
    ASSERT_TRUE(stream.end());
    EXPECT_EQ(stream.end()->problem->errorCode, 3);
}

TEST(FetchStream, WhatIsUnreadTakesRoom) {
    int woken = 0;
    FetchStream stream;
    stream.begin([&woken] { ++woken; });
    stream.push(pieceOf(FetchStream::kMostUnread));
    EXPECT_TRUE(stream.hasRoom());
    stream.push(pieceOf(1));
    EXPECT_FALSE(stream.hasRoom());
    stream.push(pieceOf(5));
    EXPECT_EQ(woken, 0);
    EXPECT_TRUE(stream.next());
    EXPECT_TRUE(stream.hasRoom());
    EXPECT_EQ(woken, 1);
    EXPECT_TRUE(stream.next());
    EXPECT_TRUE(stream.next());
    EXPECT_EQ(woken, 1) << "there was room already";
}

TEST(FetchStream, CancellingDropsWhatWaitsAndWhatComes) {
    int woken = 0;
    FetchStream stream;
    stream.begin([&woken] { ++woken; });
    stream.push(pieceOf(FetchStream::kMostUnread + 1));
    stream.cancel();
    EXPECT_TRUE(stream.isCancelled());
    EXPECT_TRUE(stream.hasRoom());
    EXPECT_EQ(woken, 1);
    stream.push(pieceOf(1));
    EXPECT_FALSE(stream.next());
    EXPECT_FALSE(stream.end());
    stream.finish({});
    EXPECT_TRUE(stream.end());
    stream.cancel();
    EXPECT_EQ(woken, 1) << "the fetch is over";
}

TEST(FetchStream, NoticesAreForReadersThatFoundNothing) {
    int notices = 0;
    FetchStream stream;
    stream.setNotice([&notices] { ++notices; });
    stream.push(pieceOf(1));
    stream.push(pieceOf(1));
    EXPECT_EQ(notices, 1);
    EXPECT_TRUE(stream.next());
    EXPECT_TRUE(stream.next());
    stream.push(pieceOf(1));
    EXPECT_EQ(notices, 1) << "the reader has not found it empty";
    EXPECT_TRUE(stream.next());
    EXPECT_FALSE(stream.next());
    stream.finish({});
    EXPECT_EQ(notices, 2);
}

TEST(FetchStream, AReaderInAnotherThreadWaits) {
    FetchStream stream;
    std::vector<std::int64_t> read;
    std::thread reader([&] {
        while (!stream.end()) {
            if (const auto piece = stream.next(milliseconds(20'000))) {
                read.push_back(piece->firstOffset);
            }
        }
    });
    for (int i = 0; i < 100; ++i) {
        stream.push(pieceOf(1, i));
    }
    stream.finish({});
    reader.join();
    ASSERT_EQ(read.size(), 100U);
    EXPECT_TRUE(std::is_sorted(read.begin(), read.end()));
}

TEST(WorkbenchFetch, EndsWithoutACluster) {
    FetchOptions options;
    options.topic = "t";
    Workbench workbench;
    const auto stream = workbench.fetch(options);
    EXPECT_FALSE(stream->next(milliseconds(20'000)));
    ASSERT_TRUE(stream->end());
    EXPECT_EQ(stream->end()->problem->error.id, MessageId::NoBroker);
}

TEST(WorkbenchFetch, EndsWithItsWorkbench) {
    FetchOptions options;
    options.topic = "t";
    std::shared_ptr<FetchStream> stream;
    {
        Workbench workbench;
        ClusterSettings settings;
        settings.bootstrap = {{"127.0.0.1", 1}};
        workbench.useCluster(settings);
        stream = workbench.fetch(options);
    }
    EXPECT_FALSE(stream->next(milliseconds(20'000)));
    EXPECT_TRUE(stream->end());
}

}  // namespace
}  // namespace brokerscope
