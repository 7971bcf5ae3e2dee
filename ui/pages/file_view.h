#pragma once

#include "core/workbench/batch_checking.h"
#include "core/workbench/file_reading.h"
#include "ui/models/pool_work.h"
#include "ui/models/reading_context.h"

#include <QFrame>

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
// verified in the same way, and those with a wrong one are marked. GUI thread. The registry must outlive it and
// the work of the pool.
class FileView : public QFrame {
    Q_OBJECT

public:
    explicit FileView(const ReadingContext& context, QWidget* parent = nullptr);
    ~FileView() override;

    void showFile(const FileEntry& file);
    void readAgain();  // the file that is shown, which may have grown or become shorter
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
    void checkingEnded();  // its checksums are verified, or somebody has cancelled

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
    void takeFaults(const CheckPiece& piece);
    void endChecking();
    void tellFound();
    QString factsText() const;
    QString checkText() const;
    void showBatch();

    ReadingContext m_context;
    FileEntry m_file;
    FileProgress m_progress;
    std::optional<FileProgress> m_checked;  // of the checksums; nothing: not begun
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
