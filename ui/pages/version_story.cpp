#include "ui/pages/version_story.h"

#include "core/text/layout_diff.h"
#include "core/text/version_notes.h"

#include <QCoreApplication>
#include <QStringList>

namespace brokerscope {

namespace {

using LayoutResult = Result<std::shared_ptr<const MessageLayout>>;
constexpr int kChangesInLine = 2;

struct VersionTexts {
    Q_DECLARE_TR_FUNCTIONS(VersionStory)
};

QString changeText(const LayoutChange& change) {
    const QString path = QString::fromStdString(change.path);
    const QString kind = QString::fromStdString(change.change);
    const QString to = QString::fromStdString(change.to);
    const QString from = QString::fromStdString(change.from);
    if (kind == QLatin1String("flexible")) {
        return VersionTexts::tr("becomes flexible");
    }
    if (kind == QLatin1String("added") || kind == QLatin1String("removed")) {
        return kind == QLatin1String("added") ? VersionTexts::tr("%1 added").arg(path)
                                              : VersionTexts::tr("%1 removed").arg(path);
    }
    return from.isEmpty() && to.isEmpty() ? VersionTexts::tr("%1: %2").arg(path, kind)
                                          : VersionTexts::tr("%1: %2 %3 → %4").arg(path, kind, from, to);
}

QStringList changeTexts(const LayoutResult& from, const LayoutResult& to) {
    QStringList texts;
    if (!from || !to) {
        return texts;
    }
    for (const LayoutChange& change : layoutDiff(**from, **to)) {
        texts.append(changeText(change));
    }
    return texts;
}

QString inOneLine(const QString& side, const QStringList& changes, int before) {
    if (changes.isEmpty()) {
        return VersionTexts::tr("%1: same layout as v%2").arg(side).arg(before);
    }
    const QString first = changes.mid(0, kChangesInLine).join(QLatin1String(", "));
    const auto more = changes.size() - kChangesInLine;
    return more > 0 ? VersionTexts::tr("%1: %2 and %3 more").arg(side, first).arg(more)
                    : QStringLiteral("%1: %2").arg(side, first);
}

QStringList noteTexts(const ApiInfo& api, int version) {
    QStringList texts;
    for (const char* suffix : {"Request", "Response"}) {
        for (const std::string& note : versionNotes(api.name + suffix, version)) {
            const QString text = QString::fromStdString(note);
            if (!texts.contains(text)) {
                texts.append(text);
            }
        }
    }
    return texts;
}

}  // namespace

VersionStory versionStory(const SchemaRegistry& registry, int apiKey, int version) {
    const ApiInfo* api = registry.api(apiKey);
    if (!api) {
        return {};
    }
    const QString head = QStringLiteral("v%1").arg(version);
    const QStringList noted = noteTexts(*api, version);
    if (version <= api->request.min) {
        return {VersionTexts::tr("%1 · the first version that is known").arg(head) +
                    (noted.isEmpty() ? QString() : QStringLiteral(" · ") + noted.join(QLatin1Char(' '))),
                noted.join(QLatin1Char('\n'))};
    }
    const int before = version - 1;
    const QStringList request = changeTexts(registry.request(apiKey, before), registry.request(apiKey, version));
    const QStringList response = changeTexts(registry.response(apiKey, before), registry.response(apiKey, version));

    QStringList parts{head};
    if (request.isEmpty() && response.isEmpty()) {
        parts.append(VersionTexts::tr("same layout as v%1").arg(before));
    } else {
        parts << inOneLine(VersionTexts::tr("request"), request, before)
              << inOneLine(VersionTexts::tr("response"), response, before);
    }
    parts += noted;

    QStringList details;
    for (const QString& change : request) {
        details.append(VersionTexts::tr("request  %1").arg(change));
    }
    for (const QString& change : response) {
        details.append(VersionTexts::tr("response  %1").arg(change));
    }
    return {parts.join(QStringLiteral(" · ")), (details + noted).join(QLatin1Char('\n'))};
}

}  // namespace brokerscope
