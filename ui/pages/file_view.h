#pragma once

#include "core/workbench/batch_checking.h"
#include "core/workbench/file_reading.h"
#include "ui/models/pool_work.h"
#include "ui/models/reading_context.h"

#include <QFrame>
#include <QTimer>

class QProgressBar;
class QPushButton;
class QSplitter;
class QStackedWidget;
class QTableView;

namespace brokerscope {

class BatchListModel;
class EmptyPage;
class EntryTableModel;
class Inspector;
class OpenDocument;
class TitleBar;

// One file of a broker's log directory: its batches, of which the chosen one opens below, or its entries. Lists grow
// while the file is read, in the background and until somebody cancels. Once all batches are listed their checksums are
// verified in the same way, and those with a wrong one are marked. While it is seen the file is followed: what comes is
// added to the list, and a file that was cut off or is another one is read anew. GUI thread. The registry must outlive
// it and the work of the pool.
class FileView : public QFrame {
    Q_OBJECT

public:
    explicit FileView(const ReadingContext& context, QWidget* parent = nullptr);
    ~FileView() override;

    void showFile(const FileEntry& file);
    void readAgain();  // the file that is shown
    void look();       // whether it has changed meanwhile, as it does by itself every second
    // Bytes that somebody pasted, and what they are.
    void showDocument(const QString& heading, const QString& facts, std::shared_ptr<OpenDocument> document);
    void clear(const QString& heading, const QString& sentence);  // nothing, and why
    void cancel();
    bool isReading() const;
    bool isChecking() const;  // checksums of what was read

    BatchListModel& batches() const { return *m_batches; }
    EntryTableModel& entries() const { return *m_entries; }
    QTableView& table() const { return *m_batchTable; }
    Inspector& inspector() const { return *m_inspector; }
    QSplitter& rows() const { return *m_rows; }
    QString status() const;

Q_SIGNALS:
    void pathHovered(const QString& text);
    void readingEnded();  // the list is there
    // The size of the file as it is now, and how many of its batches or entries have a problem, as far as it is read.
    void fileRead(const QString& path, quint64 size, quint64 problems);
    // A file of entries, or one without content, is another one now.
    void fileChanged(const QString& path);
    void checkingEnded();  // its checksums are verified, or somebody has cancelled

protected:
    void showEvent(QShowEvent* event) override;

private:
    void setUpTables();
    void setUpBar();
    void fitColumns();
    void begin(const FileEntry& file);
    void showSentence(const QString& sentence);
    void takeBatches(const BatchPiece& piece);
    void takeEntries(const EntryPiece& piece);
    void showProgress(const FileProgress& progress);
    void showControls();
    void endReading();
    void clearDetails();
    void follow();
    // `mark`: of what the list shows already; null: it is empty.
    void startReading(std::shared_ptr<const OutlineMark> mark);
    void takeFaults(const CheckPiece& piece);
    void endChecking();
    void tellFound();
    QStringList batchFacts() const;
    QString factsText() const;
    QString checkText() const;
    void showBatch();

    ReadingContext m_context;
    FileEntry m_file;
    FileProgress m_progress;
    std::optional<FileProgress> m_checked;  // of the checksums; nothing: not begun
    int m_checkedRows = 0;                  // before the ones that are checked now
    std::shared_ptr<const OutlineMark> m_mark;
    std::optional<FileStand> m_stand;  // when it was looked at last
    bool m_wasReplaced = false;        // since it was opened
    QTimer m_watch;
    LatestWork m_looking;
    QString m_entryFacts;
    std::uint64_t m_entryProblems = 0;
    LatestWork m_batchOpening;  // of the chosen one
    LatestPieces<BatchPiece> m_batchReading;
    LatestPieces<EntryPiece> m_entryReading;
    LatestPieces<CheckPiece> m_checking;
    BatchListModel* m_batches = nullptr;
    EntryTableModel* m_entries = nullptr;
    TitleBar* m_bar = nullptr;
    QProgressBar* m_progressBar = nullptr;
    QPushButton* m_cancel = nullptr;
    QPushButton* m_again = nullptr;
    QStackedWidget* m_lists = nullptr;
    QTableView* m_batchTable = nullptr;
    QTableView* m_entryTable = nullptr;
    EmptyPage* m_empty = nullptr;
    Inspector* m_inspector = nullptr;
    QSplitter* m_rows = nullptr;
};

}  // namespace brokerscope
