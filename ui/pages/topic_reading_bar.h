#pragma once

#include "core/workbench/reading_start.h"
#include "core/workbench/topic_export.h"
#include "core/workbench/topic_source.h"

#include <QWidget>

#include <array>
#include <optional>

class QAction;
class QCheckBox;
class QComboBox;
class QLineEdit;
class QProgressBar;
class QPushButton;

namespace brokerscope {

class ElidedLabel;
struct ListedTopic;

// The line above the records of a topic: what it is, where reading is to begin, how far it is, and the buttons that
// begin, hold and end it. GUI thread.
class TopicReadingBar : public QWidget {
    Q_OBJECT

public:
    explicit TopicReadingBar(QWidget* parent = nullptr);

    void setTopic(const ListedTopic* topic);  // null: none
    void showSize(const ListedTopic* topic);  // once it is known
    void setStart(const ReadingStart& start);
    // Nothing: the offset or time that is written cannot be read; problem() says why.
    std::optional<ReadingStart> start() const;
    QString problem() const;
    // Null: nothing was begun.
    void showStatus(const TopicReadingStatus* status);
    // An export is being written, which may be cancelled; another one waits for its end.
    void showExporting(bool isExporting);
    const QString& facts() const;
    QComboBox& from() const { return *m_from; }
    QAction& cancelExport() const { return *m_cancelExport; }

Q_SIGNALS:
    void readWanted();
    void pauseWanted(bool isPaused);
    void cancelWanted();
    void exportWanted(brokerscope::TopicExportForm form);
    void exportCancelWanted();

private:
    void addChoices();
    void addButtons();
    void showPlace();
    void showButtons();

    ElidedLabel* m_name = nullptr;
    ElidedLabel* m_facts = nullptr;
    QComboBox* m_partition = nullptr;
    QComboBox* m_from = nullptr;
    QLineEdit* m_value = nullptr;  // offset or time
    QCheckBox* m_follow = nullptr;
    QPushButton* m_read = nullptr;
    QPushButton* m_pause = nullptr;
    QPushButton* m_cancel = nullptr;
    QPushButton* m_export = nullptr;
    std::array<QAction*, 2> m_exports{};  // that begin one
    QAction* m_cancelExport = nullptr;
    QProgressBar* m_progress = nullptr;
    bool m_isLive = false;  // of the cluster, which has more records later
    bool m_isReading = false;
    bool m_hasRecords = false;
};

}  // namespace brokerscope
