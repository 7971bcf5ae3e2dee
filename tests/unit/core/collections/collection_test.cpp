#include "core/collections/collection.h"

#include "tests/support/temporary_path.h"

#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>

namespace brokerscope {
namespace {

namespace fs = std::filesystem;

class CollectionFolder : public ::testing::Test {
protected:
    void TearDown() override { fs::remove_all(m_root); }

    void write(const std::string& name, const std::string& text) const {
        fs::create_directories((m_root / name).parent_path());
        std::ofstream(m_root / name, std::ios::binary) << text;
    }
    Collection opened(const std::string& within = {}, const CollectionLimits& limits = {}) const {
        auto collection = Collection::open((m_root / within).string(), limits);
        EXPECT_TRUE(collection) << collection.error().text();
        return collection ? *collection : Collection();
    }

    fs::path m_root = temporaryPath("collection");
};

std::vector<std::string> pathsOf(const Collection& collection) {
    std::vector<std::string> paths;
    for (const CollectedChain& chain : collection.chains()) {
        paths.push_back(chain.folder + ":");
        for (const CollectedRequest& request : chain.requests) {
            paths.push_back(request.path);
        }
    }
    return paths;
}

TEST_F(CollectionFolder, IsReadInItsOrder) {
    for (const char* name :
         {"10-last.request", "2-then.request", "1-first.request", "groups/b.request", "groups/deep/a.request",
          "admin/a.request", ".git/x.request", "environments/x.request", "groups/.hidden.request", "empty/readme.md"}) {
        write(name, "api: Metadata\n");
    }
    write("notes.txt", "not a request");
    const Collection collection = opened();
    EXPECT_THAT(pathsOf(collection), ::testing::ElementsAre(":", "1-first.request", "2-then.request", "10-last.request",
                                                            "admin:", "admin/a.request", "groups:", "groups/b.request",
                                                            "groups/deep:", "groups/deep/a.request"));
    EXPECT_EQ(collection.chains()[1].requests[0].file, (m_root / "admin/a.request").string());
    EXPECT_EQ(collection.chains()[1].requests[0].fileName(), "a.request");
    EXPECT_TRUE(collection.problems().empty());
}

TEST_F(CollectionFolder, UnreadableFilesAreNamedAndTheRestIsThere) {
    write("1.request", "api: Metadata\n");
    write("2.request", "api: Metadata\n{\n");
    write("3.request", "api: \xff\n");
    write("4.request", "api: Metadata\n");
    const Collection collection = opened();
    EXPECT_THAT(pathsOf(collection), ::testing::ElementsAre(":", "1.request", "4.request"));
    ASSERT_EQ(collection.problems().size(), 2u);
    EXPECT_THAT(collection.problems()[0].line(), ::testing::EndsWith("found \"{\""));
    EXPECT_THAT(collection.problems()[0].line(), ::testing::HasSubstr("2.request:2:1: "));
    EXPECT_THAT(collection.problems()[1].line(), ::testing::HasSubstr("3.request:1:6: "));
}

TEST_F(CollectionFolder, OneFileIsACollectionToo) {
    write("groups/2.request", "api: Metadata\n");
    write("groups/1.request", "api: Metadata\n");
    write("environments/local.json", "{\"x\": 1}");
    const Collection collection = opened("groups/2.request");
    EXPECT_THAT(pathsOf(collection), ::testing::ElementsAre(":", "2.request"));
    EXPECT_THAT(collection.environments(), ::testing::ElementsAre("local"));
}

TEST_F(CollectionFolder, EnvironmentsAreThoseOfTheNearestFolder) {
    write("groups/1.request", "api: Metadata\n");
    write("environments/local.json", "{\"x\": \"{{y}}1\", \"y\": \"0\"}");
    write("environments/broken.json", "{\n  \"x\": nothing\n}");
    write("environments/circle.json", "{\n  \"x\": \"{{x}}\"\n}");
    const Collection collection = opened("groups");
    EXPECT_THAT(collection.environments(), ::testing::ElementsAre("broken", "circle", "local"));
    VariableScope scope;
    EXPECT_TRUE(collection.addEnvironment("local", scope, {}));
    EXPECT_TRUE(scope.settle({}));
    EXPECT_EQ(scope.find("x")->text(), "01");
    const auto broken = collection.addEnvironment("broken", scope, {});
    ASSERT_FALSE(broken);
    EXPECT_THAT(broken.error().line(), ::testing::HasSubstr("broken.json:2:"));
    VariableScope fresh;
    const auto circle = collection.addEnvironment("circle", fresh, {});
    ASSERT_TRUE(circle);
    const auto settled = fresh.settle({});
    ASSERT_FALSE(settled);
    EXPECT_THAT(remarkOn(collection.environmentFile("circle"), *circle, settled.error().error).line(),
                ::testing::HasSubstr("circle.json:2:8: the variable \"x\" needs itself"));
    const auto unknown = collection.addEnvironment("locl", scope, {});
    ASSERT_FALSE(unknown);
    EXPECT_THAT(unknown.error().line(), ::testing::HasSubstr("nearest: local"));
    EXPECT_FALSE(fs::exists(m_root / "groups/environments"));
}

TEST_F(CollectionFolder, HasLimits) {
    write("1.request", "api: Metadata\n");
    write("2.request", "api: Metadata\nname: " + std::string(200, 'x') + "\n");
    write("3.request", "api: Metadata\n");
    write("a/b/c/4.request", "api: Metadata\n");
    CollectionLimits limits;
    limits.fileBytes = 100;
    EXPECT_EQ(opened({}, limits).problems().size(), 1u);
    limits = {};
    limits.files = 2;
    EXPECT_EQ(opened({}, limits).problems().size(), 1u);
    limits = {};
    limits.depth = 2;
    const Collection shallow = opened({}, limits);
    EXPECT_EQ(shallow.problems().size(), 1u);
    EXPECT_EQ(shallow.chains().size(), 1u);
}

TEST_F(CollectionFolder, WhatIsNoCollectionIsAnError) {
    EXPECT_FALSE(Collection::open((m_root / "nothing").string()));
    write("readme.md", "x");
    const auto empty = Collection::open(m_root.string());
    ASSERT_FALSE(empty);
    EXPECT_EQ(empty.error().id, MessageId::FileUnreadable);
}

TEST_F(CollectionFolder, LinksToFoldersAreNotFollowed) {
    write("1.request", "api: Metadata\n");
    std::error_code error;
    fs::create_directory_symlink(m_root, m_root / "loop", error);
    if (error) {
        GTEST_SKIP() << "no links here";
    }
    EXPECT_EQ(opened().chains().size(), 1u);
}

}  // namespace
}  // namespace brokerscope
