#include "ui/shell/window_settings.h"

#include "core/base/limit_names.h"

namespace brokerscope {
namespace {

QString textOf(const LimitName& limit) {
    return QString::fromUtf8(limit.name.data(), static_cast<qsizetype>(limit.name.size()));
}

}  // namespace

QHash<QString, qulonglong> changedLimits(const Limits& limits) {
    QHash<QString, qulonglong> changed;
    for (const LimitName& limit : limitNames()) {
        if (limits.*limit.member != Limits().*limit.member) {
            changed.insert(textOf(limit), limits.*limit.member);
        }
    }
    return changed;
}

Limits limitsFrom(const QHash<QString, qulonglong>& changed) {
    Limits limits;
    for (const LimitName& limit : limitNames()) {
        if (const qulonglong value = changed.value(textOf(limit)); value > 0) {
            limits.*limit.member = value;
        }
    }
    return limits;
}

}  // namespace brokerscope
