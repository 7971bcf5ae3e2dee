#include "tests/gui/connected_window.h"

#include "ui/pages/compose_page.h"
#include "ui/pages/reference_page.h"
#include "ui/pages/traffic_model.h"
#include "ui/pages/traffic_page.h"

#include <QAbstractButton>
#include <QAccessible>
#include <QAction>
#include <QButtonGroup>
#include <QMenu>
#include <QTableView>
#include <QTest>
#include <QToolButton>

#include <gmock/gmock.h>

#include <set>

namespace brokerscope {
namespace {

// What a user can put the keyboard focus on now. Parts of a box or field hand theirs on.
std::vector<QWidget*> focusableWidgets(const QWidget& window) {
    std::vector<QWidget*> found;
    for (QWidget* widget : window.findChildren<QWidget*>()) {
        if (widget->isVisible() && widget->isEnabled() && widget->focusPolicy() != Qt::NoFocus &&
            widget->focusProxy() == nullptr && !widget->objectName().startsWith(QLatin1String("qt_"))) {
            found.push_back(widget);
        }
    }
    return found;
}

// Of buttons that exclude each other Tab reaches the chosen one, the arrow keys the others.
bool isReachedByArrows(const QWidget& widget) {
    const auto* button = qobject_cast<const QAbstractButton*>(&widget);
    return button != nullptr && button->isCheckable() && !button->isChecked() &&
           (button->autoExclusive() || (button->group() != nullptr && button->group()->exclusive()));
}

std::string described(const QWidget& widget) {
    return std::string(widget.metaObject()->className()) + " below " +
           (widget.parentWidget() != nullptr ? widget.parentWidget()->metaObject()->className() : "nothing");
}

QString accessibleName(QWidget& widget) {
    QAccessibleInterface* interface = QAccessible::queryAccessibleInterface(&widget);
    return interface != nullptr ? interface->text(QAccessible::Name) : QString();
}

class AccessibleWindow : public ConnectedWindow {
protected:
    void SetUp() override {
        ConnectedWindow::SetUp();
        compose(3, 9);
        const auto sent = sendAndWait();
        ASSERT_TRUE(sent);
        ASSERT_TRUE(waitUntil([&] { return m_window.traffic().model().indexOf(sent->id).isValid(); }));
        m_window.traffic().choose(sent->id);
    }
};

TEST_F(AccessibleWindow, EveryWidgetThatTakesTheFocusHasAName) {
    for (const Page page : kPages) {
        m_window.showPage(page);
        const auto widgets = focusableWidgets(m_window);
        EXPECT_GT(widgets.size(), 5U);
        for (QWidget* widget : widgets) {
            EXPECT_FALSE(accessibleName(*widget).isEmpty())
                << described(*widget) << " on " << pageName(page).toStdString();
        }
    }
}

TEST_F(AccessibleWindow, EveryPartOfTheReferenceHasNames) {
    m_window.showPage(Page::Reference);
    for (const char* part : {"api:Metadata", "definition:RecordBatch", "errors", "records:__consumer_offsets",
                             "primitives:ARRAY", "partition", "lesson:tag-section"}) {
        m_window.reference().showTarget(*ReferenceTarget::fromText(QString::fromLatin1(part)));
        for (QWidget* widget : focusableWidgets(m_window)) {
            EXPECT_FALSE(accessibleName(*widget).isEmpty()) << described(*widget) << " of " << part;
        }
    }
}

TEST_F(AccessibleWindow, TabReachesEveryWidgetThatTakesIt) {
    m_window.activateWindow();
    for (const Page page : kPages) {
        m_window.showPage(page);
        std::set<const QWidget*> missing;
        for (const QWidget* widget : focusableWidgets(m_window)) {
            if ((widget->focusPolicy() & Qt::TabFocus) != 0 && !isReachedByArrows(*widget)) {
                missing.insert(widget);
            }
        }
        for (std::size_t presses = 4 * missing.size(); presses > 0 && !missing.empty(); --presses) {
            QWidget* focused = m_window.focusWidget() != nullptr ? m_window.focusWidget() : &m_window;
            QTest::keyClick(focused, Qt::Key_Tab);
            missing.erase(m_window.focusWidget());
        }
        for (const QWidget* widget : missing) {
            ADD_FAILURE() << described(*widget) << " is not reached on " << pageName(page).toStdString();
        }
    }
}

TEST_F(AccessibleWindow, EveryActionHasANameAMenuEntryAndAShortcutOfItsOwn) {
    std::set<const QAction*> inMenu;
    const auto* button = m_window.findChild<QToolButton*>(QStringLiteral("menu"));
    ASSERT_NE(button, nullptr);
    for (const QAction* group : button->menu()->actions()) {
        ASSERT_NE(group->menu(), nullptr);
        for (const QAction* action : group->menu()->actions()) {
            inMenu.insert(action);
        }
    }
    std::set<QString> shortcuts;
    ASSERT_GT(m_window.actions().size(), 15);
    for (const QAction* action : m_window.actions()) {
        EXPECT_FALSE(action->text().isEmpty());
        EXPECT_TRUE(inMenu.contains(action)) << action->text().toStdString();
        EXPECT_FALSE(action->shortcut().isEmpty()) << action->text().toStdString();
        EXPECT_TRUE(shortcuts.insert(action->shortcut().toString()).second) << action->text().toStdString();
    }
}

TEST_F(AccessibleWindow, AWholeRoundWithoutAMouse) {
    QTest::keyClick(&m_window, Qt::Key_F, Qt::ControlModifier | Qt::ShiftModifier);
    QTest::keyClicks(m_window.focusWidget(), QStringLiteral("ListGroups"));
    QTest::keyClick(m_window.focusWidget(), Qt::Key_Down);
    QTest::keyClick(m_window.focusWidget(), Qt::Key_Down);
    EXPECT_EQ(m_window.compose().apiKey(), 16);
    std::shared_ptr<const Exchange> answered;
    QObject::connect(&m_window.compose(), &ComposePage::answered, &m_window,
                     [&answered](const SendResult& result) { answered = result.exchange; });
    QTest::keyClick(&m_window, Qt::Key_Return, Qt::ControlModifier);
    ASSERT_TRUE(waitUntil([&answered] { return answered != nullptr; }));
    EXPECT_EQ(answered->apiKey, 16);
    QTest::keyClick(&m_window, Qt::Key_3, Qt::ControlModifier);
    EXPECT_EQ(m_window.page(), Page::Traffic);
}

}  // namespace
}  // namespace brokerscope
