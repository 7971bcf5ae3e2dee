#include "ui/shell/limits_dialog.h"

#include "core/base/error.h"
#include "ui/shell/window_messages.h"
#include "ui/shell/window_settings.h"

#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QPushButton>
#include <QTest>
#include <gmock/gmock.h>

namespace brokerscope {
namespace {

QDoubleSpinBox& boxOf(LimitsDialog& dialog, const char* name) {
    return *dialog.findChild<QDoubleSpinBox*>(QLatin1String(name));
}

TEST(LimitsDialog, SaysTheLimitsByTheirNames) {
    LimitsDialog dialog{Limits()};
    EXPECT_EQ(boxOf(dialog, "frame").value(), 100.0) << "MiB";
    EXPECT_EQ(boxOf(dialog, "decompressed").value(), 256.0);
    EXPECT_EQ(boxOf(dialog, "depth").value(), 64.0);
    boxOf(dialog, "frame").setValue(20);
    EXPECT_EQ(dialog.limits().frame, 20971520u);
    EXPECT_EQ(dialog.limits().depth, 64u);
}

// A limit that the box cannot say to the byte stays what it was, unless somebody changes it.
TEST(LimitsDialog, WhatNobodyChangedStaysExactlyAsItWas) {
    Limits given;
    given.frame = 20971589;
    given.schemaFile = 7;
    LimitsDialog dialog(given);
    EXPECT_EQ(dialog.limits().frame, 20971589u);
    EXPECT_EQ(dialog.limits().schemaFile, 7u) << "the window does not ask for it";
    dialog.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::RestoreDefaults)->click();
    EXPECT_EQ(dialog.limits().frame, Limits().frame);
    EXPECT_EQ(dialog.limits().schemaFile, 7u);
}

TEST(WindowSettings, OnlyLimitsThatWereChangedAreStored) {
    Limits limits;
    EXPECT_TRUE(changedLimits(limits).isEmpty());
    limits.frame = 20971589;
    const QHash<QString, qulonglong> changed = changedLimits(limits);
    EXPECT_EQ(changed, (QHash<QString, qulonglong>{{QStringLiteral("frame"), 20971589}}));
    EXPECT_EQ(limitsFrom(changed).frame, 20971589u);
    EXPECT_EQ(limitsFrom({{QStringLiteral("frame"), 0}}).frame, Limits().frame) << "what was no number";
    EXPECT_EQ(limitsFrom({{QStringLiteral("of a later version"), 7}}).depth, Limits().depth);
}

// The number, the limit and where it is changed; the command line says its own option.
TEST(WindowMessages, ARefusalSaysWhereTheLimitIsChanged) {
    const Error refused{MessageId::FrameSizeTooLarge, {"104857601", "104857600"}, std::nullopt, {}};
    EXPECT_THAT(refused.text(), ::testing::HasSubstr("--limit frame="));
    installWindowMessages();
    EXPECT_EQ(refused.text(),
              "size 104857601 is more than the limit \"frame\" of 104857600 (raise it with Message, Limits… in the "
              "menu)");
    EXPECT_EQ(failure(MessageId::LimitExceeded, {"ratio", "30000", "20000"}).value().text(),
              "30000 is more than the limit \"ratio\" of 20000 (raise it with Message, Limits… in the menu)");
    EXPECT_EQ(failure(MessageId::UnknownApiKey, {"95"}).value().text().find("Limits"), std::string::npos);
    installMessageTranslator(nullptr);
}

}  // namespace
}  // namespace brokerscope
