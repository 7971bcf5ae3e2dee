#include "core/net/software_version.h"

#include "core/codec/decoder.h"
#include "core/schema/field_meaning.h"
#include "core/topology/node_values.h"
#include "tests/unit/core/net/playbook.h"

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

TEST(SoftwareVersion, IsTheProjects) {
    EXPECT_EQ(programVersion(), BROKERSCOPE_VERSION);
}

// What a connection calls itself is of the form that brokers insist on, and carries the version that --version prints.
TEST(SoftwareVersion, C013_OwnNamesAreValid) {
    Playbook book;
    book.play(connection_event::Open{});
    book.play(connection_event::SocketConnected{});
    const auto writes = book.all<connection_command::Write>();
    ASSERT_EQ(writes.size(), 1u);
    const auto tree =
        decodeRequestFrame(SchemaRegistry::embedded(), std::make_shared<const ByteBuffer>(writes[0]->bytes));
    const NodeRef body = bodyOf(tree);
    EXPECT_EQ(textField(body, "clientSoftwareName"), "brokerscope");
    EXPECT_EQ(textField(body, "clientSoftwareVersion"), BROKERSCOPE_VERSION);
    for (const char* name : {"clientSoftwareName", "clientSoftwareVersion"}) {
        const FieldMeaning* meaning = body.findField(name)->field()->spec->meaning;
        ASSERT_TRUE(meaning != nullptr && meaning->form) << name;
        EXPECT_TRUE(meaning->form->accepts(*textField(body, name))) << name;
    }
}

}  // namespace
}  // namespace brokerscope
