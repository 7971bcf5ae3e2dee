#include "ui/shell/picture_tour.h"

#include "ui/inspector/inspector.h"
#include "ui/pages/compose_page.h"
#include "ui/pages/response_panel.h"
#include "ui/pages/traffic_model.h"
#include "ui/pages/traffic_page.h"
#include "ui/shell/main_window.h"

#include <QDir>
#include <QTableView>
#include <QTextStream>
#include <QTimer>

#include <array>
#include <chrono>

namespace brokerscope {

namespace {

constexpr QSize kPictureSize(1440, 900);
constexpr int kMetadata = 3;
constexpr int kFindCoordinator = 10;
constexpr std::array kSentApis{kMetadata, kFindCoordinator, 2, 16, kMetadata};
constexpr std::chrono::milliseconds kPause{600};  // for an answer, and for the layout to come to rest

}  // namespace

PictureTour::PictureTour(MainWindow& window, QString directory) : m_window(window), m_directory(std::move(directory)) {
    makeSteps();
}

void PictureTour::begin() {
    if (!QDir().mkpath(m_directory)) {
        fail(tr("The folder %1 could not be made.").arg(m_directory));
        return;
    }
    connect(&m_window, &MainWindow::connected, this, &PictureTour::next);
    connect(&m_window, &MainWindow::connectFailed, this, &PictureTour::fail);
}

void PictureTour::makeSteps() {
    for (const int key : kSentApis) {
        m_steps.push_back({[this, key] {
                               m_window.resize(kPictureSize);
                               m_window.showPage(Page::Compose);
                               m_window.compose().chooseApi(key);
                               m_window.compose().send();
                           },
                           {}});
    }
    m_steps.push_back({[this] {
                           m_window.compose().response().inspector().goToPath(QStringLiteral("brokers[0].host"));
                           const TrafficModel& rows = m_window.traffic().model();
                           m_window.traffic().table().setCurrentIndex(rows.index(rows.rowCount() - 1, 0));
                       },
                       {}});
    addPictures(Theme::Light, QStringLiteral("light"));
    addPictures(Theme::Dark, QStringLiteral("dark"));
}

void PictureTour::addPictures(Theme theme, const QString& themeName) {
    m_steps.push_back({[this, theme] { m_window.setTheme(theme); }, {}});
    for (const Page page : kPages) {
        m_steps.push_back({[this, page] { m_window.showPage(page); },
                           QStringLiteral("%1/%2-%3.png").arg(m_directory, pageName(page), themeName)});
    }
    m_steps.push_back({[this] {
                           m_window.showPage(Page::Compose);
                           m_window.compose().setEditingBytes(true);
                       },
                       QStringLiteral("%1/compose-bytes-%2.png").arg(m_directory, themeName)});
    m_steps.push_back({[this] { m_window.compose().setEditingBytes(false); }, {}});
}

void PictureTour::next() {
    if (m_step == m_steps.size()) {
        Q_EMIT finished(0);
        return;
    }
    m_steps[m_step].prepare();
    QTimer::singleShot(kPause, this, [this] {
        const QString& file = m_steps[m_step].file;
        if (!file.isEmpty() && !m_window.grab().save(file)) {
            fail(tr("The picture %1 could not be saved.").arg(file));
            return;
        }
        ++m_step;
        next();
    });
}

void PictureTour::fail(const QString& sentence) {
    QTextStream(stderr) << tr("brokerscope: %1").arg(sentence) << '\n';
    Q_EMIT finished(1);
}

}  // namespace brokerscope
