#pragma once

#include "core/workbench/topic_reading.h"
#include "core/workbench/workbench.h"
#include "ui/models/reading_context.h"
#include "ui/pages/topic_rows_model.h"

#include <QWidget>

#include <memory>
#include <vector>

class QSplitter;

namespace brokerscope {

struct CapturedTopicsPiece;
class EmptyPage;
class MessageBar;
class TopicRecordPanel;
class TopicDirectory;
class TopicExporter;
class TopicPicker;
class TopicReadingBar;
class TopicRowsView;

// The records of a topic, of the cluster, of files or of a capture: internal ones decoded, all others as their
// producers wrote them. Reading goes on beside the window; what was read stays when it is cancelled. GUI thread;
// workbench and registry must outlive it and the work of the pool.
class TopicsPage : public QWidget {
    Q_OBJECT

public:
    TopicsPage(Workbench& workbench, const ReadingContext& context, QWidget* parent = nullptr);
    ~TopicsPage() override;

    // Whoever the window is connected to; no snapshot: nobody. What is read of another cluster ends.
    void setCluster(const ClusterView& view);
    // A partition's folder, a log directory, a segment, a packet capture or a recording; its topics are added to the
    // list.
    void open(const QString& path);
    void askForFolder();
    void askForFile();
    // False: there is no such topic.
    bool chooseTopic(const QString& topic);
    // The records of a group: its partition of __consumer_offsets is read, and filtered.
    void showRecordsOf(const QString& group);
    void read();
    void togglePause();
    void cancel();
    void wantGroup();  // that the chosen record is about
    void focusFilter();
    // The records that are shown, to a file; saved() follows.
    void saveAs(TopicExportForm form, const QString& path);

    bool isReading() const { return m_reading != nullptr && !m_reading->status().isOver; }
    TopicPicker& picker() const { return *m_picker; }
    TopicReadingBar& bar() const { return *m_bar; }
    TopicRowsView& rows() const { return *m_rows; }
    TopicRecordPanel& detail() const { return *m_detail; }
    MessageBar& messages() const { return *m_messages; }
    QSplitter& columns() const { return *m_columns; }
    QSplitter& parts() const { return *m_parts; }

Q_SIGNALS:
    void groupWanted(const QString& group);
    void connectWanted();
    void pathHovered(const QString& text);
    void saved(bool isGood);

protected:
    void showEvent(QShowEvent* event) override;

private:
    QWidget* makeRecordSide();
    void setUpEmpty();
    void connectParts();
    void showTopic();
    void takeCapture(const QString& path, const CapturedTopicsPiece& piece, bool isCancelled);
    void begin(std::unique_ptr<TopicSource> source, bool isFollowing);
    void take();
    void showStatus();
    void askForExport(TopicExportForm form);
    void updateShown();

    Workbench& m_workbench;
    ReadingContext m_context;
    std::shared_ptr<const ClusterSnapshot> m_snapshot;
    std::unique_ptr<TopicReading> m_reading;
    TopicDirectory* m_directory = nullptr;
    TopicExporter* m_exporter = nullptr;
    TopicPicker* m_picker = nullptr;
    TopicReadingBar* m_bar = nullptr;
    MessageBar* m_messages = nullptr;
    TopicRowsView* m_rows = nullptr;
    TopicRecordPanel* m_detail = nullptr;
    EmptyPage* m_nothingRead = nullptr;  // in place of the records
    EmptyPage* m_empty = nullptr;        // in place of the page
    QSplitter* m_columns = nullptr;
    QSplitter* m_parts = nullptr;
    QString m_cluster;           // the address that answered
    bool m_isOfCluster = false;  // what is read
    QString m_toldProblems;      // of the reading
};

}  // namespace brokerscope
