#pragma once

#include "ui/style/theme.h"

#include <QObject>
#include <QString>

#include <functional>
#include <vector>

namespace brokerscope {

class MainWindow;

// Saves pictures of every page in light and dark while the window is connected: DIR/<page>-<theme>.png, 1440x900.
// GUI thread; the window must outlive it.
class PictureTour : public QObject {
    Q_OBJECT

public:
    PictureTour(MainWindow& window, QString directory);

    // To be called before the window connects.
    void begin();

Q_SIGNALS:
    void finished(int exitStatus);

private:
    struct Step {
        std::function<void()> prepare;
        QString file;  // empty: only prepares
    };

    void makeSteps();
    void addPictures(Theme theme, const QString& themeName);
    void next();
    void fail(const QString& sentence);

    MainWindow& m_window;
    QString m_directory;
    std::vector<Step> m_steps;
    std::size_t m_step = 0;
};

}  // namespace brokerscope
