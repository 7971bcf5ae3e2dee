#include "app/gui/command_line.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QHash>
#include <QRegularExpression>

namespace brokerscope {

namespace {

constexpr int kUsageStatus = 2;

QString text(const char* source) {
    return QCoreApplication::translate("CommandLine", source);
}

QString helpText() {
    return text(
        "Usage: brokerscope [options] [FILE or FOLDER …]\n"
        "\n"
        "Opens segments, indexes, snapshots, checkpoints, log directories and packet captures.\n"
        "\n"
        "  --bootstrap HOST:PORT[,…]    connect to the first of these addresses that answers\n"
        "  --theme NAME                 colours: light, dark, high-contrast-light, high-contrast-dark or system\n"
        "  --schemas PATH               more message definitions: a folder, a jar or a source checkout (may repeat)\n"
        "  --first-steps                compose Metadata, send it, print what was sent and received, and end\n"
        "  --picture FILE               with --first-steps: save a picture of the answer there\n"
        "  --pictures DIR               save pictures of every page, light and dark, and end\n"
        "  --size WIDTHxHEIGHT          with --pictures: size of the window (default 1440x900)\n"
        "  --timing                     print how long the first window took\n"
        "  --help, --version\n");
}

CommandLine usageError(const QString& sentence) {
    CommandLine line;
    line.answer = text("brokerscope: %1\nTry brokerscope --help.\n").arg(sentence);
    line.exitStatus = kUsageStatus;
    return line;
}

void addOptions(QCommandLineParser& parser) {
    parser.addOptions({{QStringLiteral("bootstrap"), {}, QStringLiteral("addresses")},
                       {QStringLiteral("theme"), {}, QStringLiteral("theme")},
                       {QStringLiteral("schemas"), {}, QStringLiteral("path")},
                       {QStringLiteral("picture"), {}, QStringLiteral("file")},
                       {QStringLiteral("pictures"), {}, QStringLiteral("folder")},
                       {QStringLiteral("size"), {}, QStringLiteral("size")},
                       {QStringLiteral("first-steps"), {}},
                       {QStringLiteral("timing"), {}},
                       {QStringLiteral("help"), {}},
                       {QStringLiteral("version"), {}}});
}

// What cannot be together, as a sentence; empty where all is well.
QString contradiction(const CommandLine& line) {
    if (line.isUnattended() && line.bootstrap.isEmpty()) {
        return text("--first-steps and --pictures need a broker: name one with --bootstrap HOST:PORT.");
    }
    if (!line.picture.isEmpty() && !line.firstSteps) {
        return text("--picture belongs to --first-steps.");
    }
    if (line.firstSteps && !line.files.isEmpty()) {
        return text("--first-steps opens no files: leave out \"%1\".").arg(line.files.front());
    }
    if (line.firstSteps && !line.pictures.isEmpty()) {
        return text("--first-steps and --pictures are two different runs.");
    }
    return {};
}

}  // namespace

CommandLine parseCommandLine(const QStringList& arguments) {
    QCommandLineParser parser;
    addOptions(parser);
    if (!parser.parse(arguments)) {
        return usageError(parser.errorText());
    }
    CommandLine line;
    if (parser.isSet(QStringLiteral("help")) || parser.isSet(QStringLiteral("version"))) {
        line.answer =
            parser.isSet(QStringLiteral("help")) ? helpText() : QStringLiteral("brokerscope " BROKERSCOPE_VERSION "\n");
        return line;
    }
    line.bootstrap = parser.value(QStringLiteral("bootstrap"));
    line.schemas = parser.values(QStringLiteral("schemas"));
    line.files = parser.positionalArguments();
    line.firstSteps = parser.isSet(QStringLiteral("first-steps"));
    line.picture = parser.value(QStringLiteral("picture"));
    line.pictures = parser.value(QStringLiteral("pictures"));
    line.timing = parser.isSet(QStringLiteral("timing"));
    if (parser.isSet(QStringLiteral("size"))) {
        const QString size = parser.value(QStringLiteral("size"));
        const auto match = QRegularExpression(QStringLiteral("^([0-9]{3,5})x([0-9]{3,5})$")).match(size);
        if (!match.hasMatch() || line.pictures.isEmpty()) {
            return usageError(text("--size wants WIDTHxHEIGHT, such as 1280x800, and belongs to --pictures."));
        }
        line.pictureSize = QSize(match.captured(1).toInt(), match.captured(2).toInt());
    }
    if (parser.isSet(QStringLiteral("theme"))) {
        const QHash<QString, Theme> themes{{QStringLiteral("light"), Theme::Light},
                                           {QStringLiteral("dark"), Theme::Dark},
                                           {QStringLiteral("high-contrast-light"), Theme::HighContrastLight},
                                           {QStringLiteral("high-contrast-dark"), Theme::HighContrastDark},
                                           {QStringLiteral("system"), Theme::System}};
        const QString name = parser.value(QStringLiteral("theme"));
        if (!themes.contains(name)) {
            return usageError(text("There is no theme \"%1\"; there are light, dark, high-contrast-light, "
                                   "high-contrast-dark and system.")
                                  .arg(name));
        }
        line.theme = themes.value(name);
    }
    const QString wrong = contradiction(line);
    return wrong.isEmpty() ? line : usageError(wrong);
}

}  // namespace brokerscope
