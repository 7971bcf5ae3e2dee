#pragma once

#include <QWidget>

class QProgressBar;
class QPushButton;

namespace brokerscope {

// Where the groups of the page come from: the cluster, live, or a file that was opened; and the recording of what is
// watched. GUI thread.
class GroupsSourceBar : public QWidget {
    Q_OBJECT

public:
    explicit GroupsSourceBar(QWidget* parent = nullptr);

    // A file is shown; empty: the cluster.
    void setFile(const QString& name);
    // How far it is read; 100: all of it.
    void setProgress(int percent);
    // Whether there is a cluster to be live with, and to record.
    void setLive(bool isThere);
    void setRecording(bool isRecording, const QString& tip = {});

Q_SIGNALS:
    void fileWanted();
    void folderWanted();
    void liveWanted();
    void cancelWanted();
    void recordWanted(bool isWanted);

private:
    QWidget* makeReading();
    void showButtons();

    QPushButton* m_open = nullptr;
    QPushButton* m_record = nullptr;
    QPushButton* m_live = nullptr;
    QWidget* m_reading = nullptr;
    QProgressBar* m_progress = nullptr;
    bool m_isFile = false;
    bool m_isLiveThere = false;
};

}  // namespace brokerscope
