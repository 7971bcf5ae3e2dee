#include "ui/models/layout_tree_model.h"
#include "ui/models/reference_list_model.h"
#include "ui/models/roles.h"
#include "ui/models/value_format.h"
#include "ui/pages/compose_page.h"
#include "ui/pages/fact_table_view.h"
#include "ui/pages/reference_definition.h"
#include "ui/pages/reference_header.h"
#include "ui/pages/reference_list.h"
#include "ui/pages/reference_page.h"
#include "ui/pages/reference_partition.h"
#include "ui/pages/reference_primitives.h"
#include "ui/shell/main_window.h"

#include <QElapsedTimer>
#include <QLineEdit>
#include <QTest>
#include <QTreeView>

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

// A window without any cluster: the Reference page needs none.
class ReferenceOfTheWindow : public ::testing::Test {
protected:
    ReferenceOfTheWindow() {
        m_window.show();
        EXPECT_TRUE(QTest::qWaitForWindowExposed(&m_window));
        m_window.activateWindow();
    }

    ReferencePage& page() { return m_window.reference(); }
    ReferenceDefinition& definition() { return page().definition(); }
    void type(const QString& text) { QTest::keyClicks(m_window.focusWidget(), text); }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
        QTest::keyClick(m_window.focusWidget() != nullptr ? m_window.focusWidget() : &m_window, key, modifiers);
    }
    // The row of the layout table that a path names, within one of its messages.
    QModelIndex row(const QString& message, const QString& path, const QModelIndex& parent = {}) {
        const LayoutTreeModel& model = definition().layoutModel();
        for (int at = 0; at < model.rowCount(parent); ++at) {
            const QModelIndex index = model.index(at, 0, parent);
            if (!parent.isValid() && index.data().toString() != message) {
                continue;
            }
            if (index.data(PathRole).toString() == path) {
                return index;
            }
            if (const QModelIndex found = row(message, path, index); found.isValid()) {
                return found;
            }
        }
        return {};
    }

    MainWindow m_window{nullptr, WindowSettings{}};
};

TEST_F(ReferenceOfTheWindow, AnApiIsFoundByAFieldAndReadAtTwoVersions) {
    press(Qt::Key_7, Qt::ControlModifier);
    EXPECT_EQ(m_window.page(), Page::Reference);
    press(Qt::Key_F, Qt::ControlModifier);
    type(QStringLiteral("autotopiccreation"));
    press(Qt::Key_Down);
    ASSERT_EQ(page().target().name, QStringLiteral("Metadata"));
    const int newest = definition().version();
    for (int version = newest; version > 9; --version) {
        EXPECT_EQ(definition().version(), version);
        press(Qt::Key_Left, Qt::ControlModifier);
    }
    ASSERT_EQ(definition().version(), 9);
    const QString request = QStringLiteral("Request");
    const QModelIndex topics = row(request, QStringLiteral("topics[]"));
    ASSERT_TRUE(topics.isValid());
    const MessageLayout& layout = *m_window.registry().layout("MetadataRequest", 9).value();
    EXPECT_EQ(definition().layoutModel().field(topics)->spec, layout.root->fields[0].spec);
    EXPECT_EQ(topics.siblingAtColumn(LayoutTreeModel::VersionsColumn).data().toString().toStdString(),
              layout.root->fields[0].spec->versions.toString());
    EXPECT_FALSE(row(request, QStringLiteral("topics[].topicId")).isValid());
    press(Qt::Key_Right, Qt::ControlModifier);
    EXPECT_EQ(definition().version(), 10);
    EXPECT_TRUE(row(request, QStringLiteral("topics[].topicId")).isValid());
}

TEST_F(ReferenceOfTheWindow, FromComposeAndBackAtTheSameVersion) {
    m_window.showPage(Page::Compose);
    m_window.compose().chooseApi(12);
    m_window.compose().setVersion(2);
    press(Qt::Key_I, Qt::ControlModifier | Qt::AltModifier);
    EXPECT_EQ(m_window.page(), Page::Reference);
    EXPECT_EQ(page().target().name, QStringLiteral("Heartbeat"));
    EXPECT_EQ(definition().version(), 2);
    definition().stepVersion(1);
    Q_EMIT definition().header().composeWanted();
    EXPECT_EQ(m_window.page(), Page::Compose);
    EXPECT_EQ(m_window.compose().apiKey(), 12);
    EXPECT_EQ(m_window.compose().version(), 3);
}

TEST_F(ReferenceOfTheWindow, CalculatorsAnswerWhileOneTypes) {
    m_window.showPage(Page::Reference);
    page().showTarget({ReferenceTarget::Kind::Primitives, QStringLiteral("UNSIGNED_VARINT"), -1});
    QLineEdit& value = page().primitives().value();
    value.setFocus();
    value.selectAll();
    type(QStringLiteral("16383"));
    EXPECT_EQ(page().primitives().bytes().text(), QStringLiteral("ff 7f"));
    QLineEdit& bytes = page().primitives().bytes();
    bytes.setFocus();
    bytes.selectAll();
    type(QStringLiteral("ac02"));
    EXPECT_EQ(value.text(), QStringLiteral("300"));
    page().showTarget({ReferenceTarget::Kind::Partition, {}, -1});
    QLineEdit& id = page().partition().id();
    id.setFocus();
    id.selectAll();
    type(QStringLiteral("h-classic"));
    EXPECT_EQ(page().partition().answer(), QStringLiteral("__consumer_offsets-45"));
}

TEST_F(ReferenceOfTheWindow, EverythingInTheListCanBeShown) {
    m_window.showPage(Page::Reference);
    const ReferenceListModel& model = page().list().model();
    int shown = 0;
    for (int section = 0; section < model.rowCount(); ++section) {
        const QModelIndex above = model.index(section, 0);
        for (int at = 0; at < model.rowCount(above); ++at, ++shown) {
            const auto target =
                ReferenceTarget::fromText(model.index(at, 0, above).data(ReferenceListModel::TargetRole).toString());
            ASSERT_TRUE(target);
            page().showTarget(*target);
            EXPECT_TRUE(page().target().isSamePage(*target));
        }
    }
    EXPECT_GT(shown, 200);
}

TEST_F(ReferenceOfTheWindow, IsRememberedWithTheWindow) {
    m_window.showPage(Page::Reference);
    page().showDefinition(QStringLiteral("FetchRequest"), 12);
    MainWindow later(nullptr, m_window.settings());
    later.show();
    EXPECT_EQ(later.page(), Page::Reference);
    EXPECT_EQ(later.reference().target().name, QStringLiteral("Fetch"));
    EXPECT_EQ(later.reference().definition().version(), 12);
}

}  // namespace
}  // namespace brokerscope
