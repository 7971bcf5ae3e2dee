#pragma once

#include "core/base/cancel_token.h"
#include "core/base/error.h"
#include "core/workbench/file_entry.h"
#include "ui/models/pool_work.h"
#include "ui/models/reading_context.h"

#include <QWidget>

#include <deque>
#include <memory>
#include <optional>
#include <vector>

class QCheckBox;
class QProgressBar;
class QSplitter;
class QTableView;

namespace brokerscope {

class ElidedLabel;
class FileFilterModel;
class FileListModel;
class FileView;
class MessageBar;
class SearchField;
struct PastedBytes;

// Files of a broker's disk, packet captures and pasted hex: opened by dialog, drop or command line, recognised by
// content, listed with kind and size; the chosen one shows at the right. Captures are handed on: they open in Traffic.
// GUI thread. The registry must outlive it and the work of the pool.
class FilesPage : public QWidget {
    Q_OBJECT

public:
    explicit FilesPage(const ReadingContext& context, QWidget* parent = nullptr);
    ~FilesPage() override;

    // Files and folders, listed in that order; the first one of them is shown. What cannot be read is said on the page.
    void open(const QStringList& paths);
    void openText(const QString& hex);  // shown a little later
    void askForFiles();
    void askForFolder();
    void paste();
    // Ends what is read in the background.
    void cancel();
    // Ends the listing of what was opened; what was found of it so far is listed.
    void cancelListing();
    bool isListing() const { return !m_asked.empty(); }
    QWidget& listing() const { return *m_busy; }

    FileListModel& model() const { return *m_model; }
    QTableView& table() const { return *m_table; }
    FileView& view() const { return *m_view; }
    MessageBar& messages() const { return *m_messages; }
    QSplitter& columns() const { return *m_columns; }
    SearchField& filter() const { return *m_filter; }
    QCheckBox& showsEmpty() const { return *m_showsEmpty; }
    void focusFilter();
    // "bad.log: 4 problems · in all files: 6"; of what was read so far.
    QString status() const;

Q_SIGNALS:
    void statusChanged();
    void troublesFound();  // something could not be opened: the page says what
    void captureWanted(const QString& path);
    void pathHovered(const QString& text);
    void listed();  // what was opened stands in the list

private:
    // One of the paths that were asked for together.
    struct Asked {
        QString path;
        CancelToken cancel;
        std::optional<Result<std::vector<FileEntry>>> files = {};  // once it was listed
    };

    QWidget* makeBar();
    QWidget* makeList();
    QWidget* makeEmpty();
    void setUpTable();
    void showPasted(const Result<PastedBytes>& pasted);
    void showTroubles();
    void takeListed();
    void take(const QString& path, const Result<std::vector<FileEntry>>& files, bool isCancelled);
    void choose(const std::string& path);
    const FileEntry* chosen() const;  // null: none
    void watchChosen(const QString& path);
    QWidget* makeListing();
    void showListing();
    void showChosen();
    void updateShown();
    void closeChosen();

    ReadingContext m_context;
    CancelToken m_listing;                       // of all paths that are being listed
    std::deque<std::shared_ptr<Asked>> m_asked;  // paths that are to be listed, in their order
    bool m_choosesNext = false;                  // the first file that comes is shown
    QStringList m_troubles;                      // with those that were, until they are said
    LatestWork m_pasting;
    LatestWork m_describing;  // the chosen file, which is another one now
    FileListModel* m_model = nullptr;
    FileFilterModel* m_filtered = nullptr;
    QTableView* m_table = nullptr;
    SearchField* m_filter = nullptr;
    QCheckBox* m_showsEmpty = nullptr;
    QWidget* m_list = nullptr;
    FileView* m_view = nullptr;
    MessageBar* m_messages = nullptr;
    ElidedLabel* m_count = nullptr;
    QSplitter* m_columns = nullptr;
    QWidget* m_busy = nullptr;  // while something is listed
    QWidget* m_empty = nullptr;
    bool m_hasText = false;  // pasted bytes are shown
};

}  // namespace brokerscope
