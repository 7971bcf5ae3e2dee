#include "ui/style/icons.h"

#include "ui/style/line_icon_engine.h"

#include <QDir>
#include <QFile>

// Resources of a static library are linked only where something asks for them by name, outside of any namespace.
static void initialiseIconResources() {
    Q_INIT_RESOURCE(brokerscope_icons);
}

namespace brokerscope {

namespace {

const QString IconFolder = QStringLiteral(":/icons");

}  // namespace

QIcon icon(const QString& name, IconRole role) {
    initialiseIconResources();
    const QString path = IconFolder + u'/' + name + QStringLiteral(".svg");
    if (!QFile::exists(path)) {
        return {};
    }
    return QIcon(new LineIconEngine(path, role));
}

QStringList iconNames() {
    initialiseIconResources();
    QStringList names = QDir(IconFolder).entryList({QStringLiteral("*.svg")}, QDir::Files, QDir::Name);
    for (QString& name : names) {
        name.chop(4);
    }
    return names;
}

}  // namespace brokerscope
