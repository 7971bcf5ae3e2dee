#include "ui/models/reference_target.h"

#include <QStringList>

#include <algorithm>
#include <array>

namespace brokerscope {
namespace {

constexpr std::array kKindWords{"api", "definition", "errors", "records", "primitives", "partition", "lesson"};
constexpr int kNoNumber = -1;

}  // namespace

QString ReferenceTarget::toText() const {
    QString text = QLatin1String(kKindWords[static_cast<std::size_t>(kind)]);
    if (!name.isEmpty() || number != kNoNumber) {
        text += QLatin1Char(':') + name;
    }
    return number == kNoNumber ? text : text + QLatin1Char(':') + QString::number(number);
}

std::optional<ReferenceTarget> ReferenceTarget::fromText(const QString& text) {
    const QStringList parts = text.split(QLatin1Char(':'));
    const auto word =
        std::ranges::find_if(kKindWords, [&](const char* known) { return parts.front() == QLatin1String(known); });
    if (word == kKindWords.end()) {
        return std::nullopt;
    }
    ReferenceTarget target;
    target.kind = static_cast<Kind>(word - kKindWords.begin());
    target.name = parts.value(1);
    bool isNumber = false;
    const int number = parts.value(2).toInt(&isNumber);
    target.number = isNumber ? number : kNoNumber;
    return target;
}

}  // namespace brokerscope
