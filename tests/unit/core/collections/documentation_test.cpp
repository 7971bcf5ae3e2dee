#include "core/collections/chain_run.h"
#include "core/collections/json_merge.h"
#include "core/collections/request_draft.h"
#include "tests/support/documented_collection.h"
#include "tests/support/temporary_path.h"

#include <gmock/gmock.h>

namespace brokerscope {
namespace {

class DocumentedCollection : public ::testing::Test {
protected:
    void SetUp() override { m_files = writeDocumentedCollection(BROKERSCOPE_SOURCE_DIR, m_root); }
    void TearDown() override { std::filesystem::remove_all(m_root); }

    std::size_t m_files = 0;
    std::filesystem::path m_root = temporaryPath("documented");
};

TEST_F(DocumentedCollection, IsReadWithoutRemarks) {
    ASSERT_GE(m_files, 10u);
    const auto collection = Collection::open(m_root.string());
    ASSERT_TRUE(collection) << collection.error().text();
    EXPECT_THAT(collection->problems(), ::testing::IsEmpty());
    ASSERT_THAT(collection->environments(), ::testing::ElementsAre("local"));
    VariableScope scope;
    scope.set(VariableLayer::BuiltIn, "runId", VariableValue::ofText("0"));
    scope.set(VariableLayer::BuiltIn, "nowMs", VariableValue::ofNumber(0));
    ASSERT_TRUE(collection->addEnvironment("local", scope, {}));
    ASSERT_TRUE(scope.settle({}));
    PlanContext context;
    context.registry = &SchemaRegistry::embedded();
    std::size_t requests = 0;
    for (const CollectedChain& chain : collection->chains()) {
        for (const RequestPlan& plan : planChain(chain, scope, context)) {
            for (const Diagnostic& remark : plan.remarks) {
                ADD_FAILURE() << chain.requests[requests % chain.requests.size()].path << ": " << remark.text();
            }
            EXPECT_FALSE(plan.expectations.empty());
            ++requests;
        }
    }
    EXPECT_EQ(requests + 1, m_files) << "all but the environment are requests";
}

// Whatever is drawn from a body can be put back without changing a byte.
TEST_F(DocumentedCollection, StaysAsItIsWhenItsDraftsAreSaved) {
    const auto collection = Collection::open(m_root.string());
    ASSERT_TRUE(collection);
    VariableScope scope;
    for (const char* name : {"group", "member", "protocol", "runId"}) {
        scope.set(VariableLayer::Environment, name, VariableValue::ofText(name));
    }
    for (const char* name : {"sessionMs", "coordinator", "generation"}) {
        scope.set(VariableLayer::Environment, name, VariableValue::ofNumber(7));
    }
    PlanContext context;
    context.registry = &SchemaRegistry::embedded();
    for (const CollectedChain& chain : collection->chains()) {
        for (const CollectedRequest& request : chain.requests) {
            const RequestPlan plan = planRequest(request.content, scope, context);
            if (plan.raw) {
                continue;
            }
            RequestFile file = request.content;
            const auto draft = bodyDraft(file, *context.registry->spec(plan.apiName + "Request"), scope);
            ASSERT_TRUE(draft) << request.path << ": " << draft.error().text();
            EXPECT_THAT(setBodyDraft(file, draft->draft, scope), ::testing::IsEmpty());
            EXPECT_EQ(file.text(), request.content.text());
        }
    }
}

TEST(CollectionsPage, NamesEveryKey) {
    const std::string page = fileText(std::filesystem::path(BROKERSCOPE_SOURCE_DIR) / "docs/collections.md");
    for (const std::string& key : requestKeys()) {
        EXPECT_THAT(page, ::testing::HasSubstr("| `" + key)) << key;
    }
}

}  // namespace
}  // namespace brokerscope
