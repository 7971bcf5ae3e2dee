// brokerscope: the window.
#include "app/gui/command_line.h"
#include "app/gui/first_paint.h"
#include "app/gui/stored_settings.h"
#include "ui/shell/first_steps.h"
#include "ui/shell/main_window.h"
#include "ui/shell/picture_tour.h"
#include "ui/shell/window_messages.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QTextStream>

#include <optional>

namespace {

using namespace brokerscope;

QStringList argumentsOf(int argc, char** argv) {
    QStringList arguments;
    for (int i = 0; i < argc; ++i) {
        arguments.append(QString::fromLocal8Bit(argv[i]));
    }
    return arguments;
}

// Null and no error: the embedded definitions.
Result<std::shared_ptr<const SchemaRegistry>> registryOf(const CommandLine& line, const Limits& limits) {
    if (line.schemas.isEmpty()) {
        return nullptr;
    }
    std::vector<std::string> paths;
    for (const QString& path : line.schemas) {
        paths.push_back(path.toStdString());
    }
    return SchemaRegistry::load(paths, limits);
}

// Makes `run` end the program with its own status.
template <typename Run>
void begin(Run& run, QApplication& application) {
    QObject::connect(
        &run, &Run::finished, &application, [](int status) { QCoreApplication::exit(status); }, Qt::QueuedConnection);
    run.begin();
}

int runWindow(QApplication& application, const CommandLine& line, QElapsedTimer sinceStart) {
    WindowSettings settings = line.isUnattended() ? WindowSettings{} : readStoredSettings();
    settings.theme = line.theme.value_or(settings.theme);
    auto registry = registryOf(line, settings.limits);
    if (!registry) {
        QTextStream(stderr) << QStringLiteral("brokerscope: ") << QString::fromStdString(registry.error().text())
                            << '\n';
        return 1;
    }
    MainWindow window(std::move(*registry), std::move(settings));
    std::optional<FirstSteps> firstSteps;
    std::optional<PictureTour> tour;
    if (line.firstSteps) {
        begin(firstSteps.emplace(window, line.picture), application);
    } else if (!line.pictures.isEmpty()) {
        begin(tour.emplace(window, line.pictures, line.pictureSize, line.files), application);
    }
    if (line.timing) {
        new FirstPaint(window, sinceStart);
    }
    window.show();
    if (!line.bootstrap.isEmpty()) {
        window.connectTo(line.bootstrap);
    }
    if (!line.files.isEmpty() && line.pictures.isEmpty()) {
        window.openFiles(line.files);
    }
    const int status = QApplication::exec();
    if (!line.isUnattended()) {
        storeSettings(window.settings());
    }
    return status;
}

}  // namespace

int main(int argc, char** argv) {
    QElapsedTimer sinceStart;
    sinceStart.start();
    const CommandLine line = parseCommandLine(argumentsOf(argc, argv));
    if (!line.answer.isEmpty()) {
        QTextStream(line.exitStatus == 0 ? stdout : stderr) << line.answer;
        return line.exitStatus;
    }
    if (line.isUnattended() && !qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
    }
    QCoreApplication::setOrganizationName(QStringLiteral("brokerscope"));
    QCoreApplication::setApplicationName(QStringLiteral("brokerscope"));
    QCoreApplication::setApplicationVersion(QStringLiteral(BROKERSCOPE_VERSION));
    QApplication application(argc, argv);
    installWindowMessages();
    return runWindow(application, line, sinceStart);
}
