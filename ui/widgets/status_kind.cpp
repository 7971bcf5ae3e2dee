#include "ui/widgets/status_kind.h"

#include "ui/style/palette.h"

#include <QCoreApplication>

#include <array>

namespace brokerscope {

namespace {

struct StatusLook {
    QColor Palette::*colour;
    const char* iconName;
    IconRole role;
    const char* name;
};

constexpr std::array<StatusLook, 5> Looks = {{
    {&Palette::muted, "", IconRole::Muted, ""},
    {&Palette::ok, "ok", IconRole::Ok, QT_TRANSLATE_NOOP("StatusKind", "good")},
    {&Palette::accent, "info", IconRole::Accent, QT_TRANSLATE_NOOP("StatusKind", "note")},
    {&Palette::warning, "warning", IconRole::Warning, QT_TRANSLATE_NOOP("StatusKind", "warning")},
    {&Palette::error, "error", IconRole::Error, QT_TRANSLATE_NOOP("StatusKind", "error")},
}};

const StatusLook& lookOf(StatusKind kind) {
    return Looks[static_cast<std::size_t>(kind)];
}

}  // namespace

QColor statusColour(const Palette& palette, StatusKind kind) {
    return palette.*lookOf(kind).colour;
}

QString statusIconName(StatusKind kind) {
    return QString::fromLatin1(lookOf(kind).iconName);
}

IconRole statusIconRole(StatusKind kind) {
    return lookOf(kind).role;
}

QString statusName(StatusKind kind) {
    return QCoreApplication::translate("StatusKind", lookOf(kind).name);
}

}  // namespace brokerscope
