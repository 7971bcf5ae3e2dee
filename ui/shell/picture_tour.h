#pragma once

#include "ui/inspector/comparison_view.h"
#include "ui/shell/picture_samples.h"
#include "ui/style/theme.h"

#include <QObject>
#include <QSize>
#include <QString>
#include <QStringList>

#include <functional>
#include <vector>

namespace brokerscope {

class Inspector;
class MainWindow;

// Saves pictures of every page in light and dark, made on the broker that the window connects to:
// DIR/<scene>-<theme>.png. The scenes show what users meet: each page, an answer, an error, a request that is refused,
// a request that changes the cluster, edited bytes, records, files (those that are given, else what the run itself has
// fetched), and the first start. GUI thread; the window must outlive it.
class PictureTour : public QObject {
    Q_OBJECT

public:
    // `files`: folders of partitions and packet captures to show; empty: none.
    PictureTour(MainWindow& window, QString directory, QSize size, QStringList files);

    // To be called before the window connects.
    void begin();

Q_SIGNALS:
    void finished(int exitStatus);

private:
    struct Step {
        std::function<void()> prepare;
        QString file;              // empty: only prepares
        QWidget* shown = nullptr;  // null: the main window
    };

    void makeSteps();
    void makeRecordSteps();
    void makeInspectorSteps();
    void makeGroupSteps();
    void makeTopicSteps();
    void makeFileSteps();
    void makeSampleSteps();
    void addFolderScenes();
    void addCaptureScenes();
    void openSample(const Result<QString>& path);
    void makeReferenceSteps();
    void addStep(std::function<void()> prepare);
    void addScene(const QString& name, std::function<void()> prepare, QWidget* shown = nullptr);
    void makeComposerSteps();
    void composeRecords();
    void send(int apiKey);
    void refuse();
    void sendLongAnswer();
    void sendUnknownVersion();
    void makeProblems();
    void choosePlace(const QString& path);
    void chooseLastExchange();
    void chooseExchange(int fromEnd);  // 1: the last one
    static void chooseRecord(Inspector& inspector, int row);
    void chooseBatch(int row);
    void chooseFirstGroup();
    void chooseTopicRow(int row);
    void next();
    void fail(const QString& sentence);

    MainWindow& m_window;
    QString m_directory;
    QSize m_size;
    QStringList m_files;
    std::vector<Step> m_steps;
    std::size_t m_step = 0;
    ComparedMessage m_compared;
    PictureSamples m_samples;
};

}  // namespace brokerscope
