#include "core/base/file_byte_source.h"

#include "tests/support/temporary_path.h"

#include <gmock/gmock.h>

#include <fstream>

namespace brokerscope {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class FileOf {
public:
    explicit FileOf(const std::string& bytes) { write(bytes); }
    ~FileOf() { std::filesystem::remove(path); }
    void write(const std::string& bytes) const { std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes; }
    void append(const std::string& bytes) const { std::ofstream(path, std::ios::binary | std::ios::app) << bytes; }

    const std::filesystem::path path = temporaryPath("byte_source");
};

// What holds of every source with the bytes "abcdef".
void expectSixBytes(const ByteSource& source) {
    EXPECT_EQ(*source.size(), 6u);
    EXPECT_THAT(*source.bytes(0, 3), ElementsAre('a', 'b', 'c'));
    EXPECT_THAT(*source.bytes(4, 100), ElementsAre('e', 'f'));
    EXPECT_THAT(*source.bytes(4, std::numeric_limits<std::uint64_t>::max()), ElementsAre('e', 'f'));
    EXPECT_THAT(*source.bytes(6, 1), IsEmpty());
    EXPECT_THAT(*source.bytes(1'000'000'000'000, 1), IsEmpty());
    ByteBuffer into(4);
    EXPECT_EQ(*source.read(1, into), 4u);
    EXPECT_EQ(asText(into), "bcde");
    EXPECT_EQ(*source.read(0, {}), 0u);
}

TEST(ByteSource, MemoryAndFileGiveTheSame) {
    expectSixBytes(MemoryByteSource(ByteBuffer{'a', 'b', 'c', 'd', 'e', 'f'}));
    const FileOf file("abcdef");
    const auto source = FileByteSource::open(file.path.string());
    ASSERT_TRUE(source);
    expectSixBytes(**source);
    expectSixBytes(**source);
}

TEST(FileByteSource, SeesAFileGrowAndShrink) {
    const FileOf file("ab");
    const auto source = FileByteSource::open(file.path.string());
    ASSERT_TRUE(source);
    EXPECT_THAT(*(*source)->bytes(0, 10), ElementsAre('a', 'b'));
    EXPECT_THAT(*(*source)->bytes(2, 10), IsEmpty());
    file.append("cd");
    EXPECT_EQ(*(*source)->size(), 4u);
    EXPECT_THAT(*(*source)->bytes(2, 10), ElementsAre('c', 'd'));
    std::filesystem::resize_file(file.path, 1);
    EXPECT_EQ(*(*source)->size(), 1u);
    EXPECT_THAT(*(*source)->bytes(0, 10), ElementsAre('a'));
    EXPECT_THAT(*(*source)->bytes(2, 10), IsEmpty());
}

TEST(FileByteSource, AFileThatIsDeletedCanStillBeRead) {
    const FileOf file("ab");
    const auto source = FileByteSource::open(file.path.string());
    ASSERT_TRUE(source);
    std::filesystem::remove(file.path);
    EXPECT_THAT(*(*source)->bytes(0, 10), ElementsAre('a', 'b'));
}

TEST(FileByteSource, WhatCannotBeOpenedSaysWhy) {
    const auto missing = FileByteSource::open("no such file");
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().id, MessageId::FileUnreadable);
    EXPECT_THAT(missing.error().text(), ::testing::HasSubstr("No such file"));
    const auto folder = FileByteSource::open(std::filesystem::temp_directory_path().string());
    ASSERT_FALSE(folder);
    EXPECT_THAT(folder.error().text(), ::testing::HasSubstr("it is a folder"));
    const auto device = FileByteSource::open("/dev/null");
    EXPECT_FALSE(device);
}

}  // namespace
}  // namespace brokerscope
