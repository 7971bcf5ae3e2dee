#include "ui/pages/files_page.h"

#include "core/workbench/file_listing.h"
#include "ui/models/open_document.h"
#include "ui/models/pool_work.h"
#include "ui/models/value_format.h"
#include "ui/pages/file_filter_model.h"
#include "ui/pages/file_list_model.h"
#include "ui/pages/file_view.h"
#include "ui/pages/page_metrics.h"
#include "ui/pages/pasted_bytes.h"
#include "ui/pages/remark_delegate.h"
#include "ui/style/icons.h"
#include "ui/style/metrics.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/empty_page.h"
#include "ui/widgets/font_follower.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/plain_table.h"
#include "ui/widgets/search_field.h"

#include <QCheckBox>
#include <QClipboard>
#include <QFileDialog>
#include <QGuiApplication>
#include <QHeaderView>
#include <QProgressBar>
#include <QPushButton>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace brokerscope {
namespace {

constexpr int kListWidth = 400;
constexpr int kViewWidth = 960;
constexpr qsizetype kMostTroubles = 5;  // sentences at once

}  // namespace

FilesPage::FilesPage(const ReadingContext& context, QWidget* parent)
    : QWidget(parent)
    , m_context(context)
    , m_model(new FileListModel(this))
    , m_filtered(new FileFilterModel(this))
    , m_table(makePlainTable(*m_filtered, tr("Files"), this))
    , m_view(new FileView(context, this))
    , m_messages(new MessageBar(this))
    , m_columns(new QSplitter(Qt::Horizontal, this)) {
    m_filtered->setSourceModel(m_model);
    setUpTable();
    m_list = makeList();
    m_columns->addWidget(m_list);
    m_columns->addWidget(m_view);
    m_columns->setChildrenCollapsible(false);
    m_columns->setHandleWidth(Metrics::Spacing);
    m_columns->setStretchFactor(1, 1);
    m_columns->setSizes({kListWidth, kViewWidth});
    m_empty = makeEmpty();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(Metrics::Margin, Metrics::Spacing, Metrics::Margin, Metrics::Margin);
    layout->setSpacing(Metrics::Spacing);
    layout->addWidget(makeBar());
    layout->addWidget(m_messages);
    layout->addWidget(m_columns, 1);
    layout->addWidget(m_empty, 1);
    connect(m_view, &FileView::pathHovered, this, &FilesPage::pathHovered);
    connect(m_view, &FileView::fileRead, m_model, [this](const QString& path, quint64 size, quint64 problems) {
        m_model->setFound(path.toStdString(), size, problems);
        Q_EMIT statusChanged();
    });
    connect(m_view, &FileView::fileChanged, this, &FilesPage::watchChosen);
    updateShown();
}

FilesPage::~FilesPage() {
    cancel();
}

QWidget* FilesPage::makeBar() {
    auto* bar = new QWidget(this);
    auto* layout = new QHBoxLayout(bar);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(Metrics::Spacing);
    const auto add = [&](const QString& iconName, const QString& text, const QString& tip, auto handler) {
        auto* button = new QPushButton(icon(iconName), text, bar);
        button->setToolTip(tip);
        connect(button, &QPushButton::clicked, this, handler);
        layout->addWidget(button);
    };
    add(QStringLiteral("open"), tr("Open files…"), tr("Segments, indexes, snapshots, checkpoints, packet captures"),
        &FilesPage::askForFiles);
    add(QStringLiteral("files"), tr("Open folder…"), tr("A partition's folder or a whole log directory"),
        &FilesPage::askForFolder);
    add(QStringLiteral("bytes"), tr("Paste hex"), tr("A request frame or record batches from the clipboard"),
        &FilesPage::paste);
    m_count = new ElidedLabel({}, ElidedLabel::Rank::Muted, bar);
    layout->addWidget(m_count, 1);
    layout->addWidget(makeListing());
    return bar;
}

// The files with what narrows them down.
QWidget* FilesPage::makeList() {
    auto* list = new QWidget(this);
    m_filter = new SearchField(tr("Filter: folder, name, kind…"), list);
    m_showsEmpty = new QCheckBox(tr("empty ones"), list);
    m_showsEmpty->setChecked(true);
    m_showsEmpty->setToolTip(tr("Also files without bytes, and those that begin with nothing but zeros"));
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& text) {
        m_filtered->setFilterText(text);
        updateShown();
    });
    connect(m_filter, &SearchField::resultsWanted, m_table, [this] { m_table->setFocus(Qt::ShortcutFocusReason); });
    connect(m_showsEmpty, &QCheckBox::toggled, this, [this](bool shown) {
        m_filtered->setShowsEmpty(shown);
        updateShown();
    });
    auto* bar = new QHBoxLayout;
    bar->setSpacing(Metrics::Spacing);
    bar->addWidget(m_filter, 1);
    bar->addWidget(m_showsEmpty);
    auto* layout = new QVBoxLayout(list);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(Metrics::Spacing);
    layout->addLayout(bar);
    layout->addWidget(m_table, 1);
    return list;
}

void FilesPage::focusFilter() {
    m_filter->setFocus(Qt::ShortcutFocusReason);
    m_filter->selectAll();
}

// How many files there will be is known when all are found.
QWidget* FilesPage::makeListing() {
    m_busy = new QWidget(this);
    auto* progress = new QProgressBar(m_busy);
    progress->setRange(0, 0);
    followFontWidth(*progress, PageMetrics::kProgressWidth);
    progress->setAccessibleName(tr("What was opened is being listed"));
    auto* cancel = new QPushButton(icon(QStringLiteral("stop")), tr("Cancel"), m_busy);
    cancel->setToolTip(tr("Stop looking for files; what was found is listed"));
    connect(cancel, &QPushButton::clicked, this, &FilesPage::cancelListing);
    auto* layout = new QHBoxLayout(m_busy);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(Metrics::Spacing);
    layout->addWidget(progress);
    layout->addWidget(cancel);
    m_busy->hide();
    return m_busy;
}

void FilesPage::showListing() {
    m_busy->setVisible(isListing());
}

QWidget* FilesPage::makeEmpty() {
    auto* empty = new EmptyPage(QStringLiteral("files"), tr("No files yet"),
                                tr("Drop a segment, an index, a checkpoint, a packet capture or a whole log directory "
                                   "here, or paste hex. Files are told by their content."),
                                tr("Open files…"), this);
    connect(empty, &EmptyPage::actionWanted, this, &FilesPage::askForFiles);
    return empty;
}

void FilesPage::setUpTable() {
    const QFontMetrics metrics = m_table->fontMetrics();
    m_table->horizontalHeader()->setStretchLastSection(false);
    m_table->horizontalHeader()->setSectionResizeMode(FileListModel::NameColumn, QHeaderView::Stretch);
    m_table->setColumnWidth(FileListModel::FolderColumn,
                            metrics.horizontalAdvance(QLatin1String("offsets-36")) + Metrics::CellRoom);
    m_table->setColumnWidth(FileListModel::KindColumn,
                            metrics.horizontalAdvance(QLatin1String("log segment")) + Metrics::CellRoom);
    m_table->setItemDelegate(new RemarkDelegate(FileListModel::ProblemRole, m_table, FileListModel::KindColumn));
    m_table->setColumnWidth(FileListModel::SizeColumn,
                            metrics.horizontalAdvance(QLatin1String("999 999 B")) + Metrics::CellRoom);
    // The ends tell them apart: the number of a partition, the last digits of an offset and what stands behind.
    m_table->setTextElideMode(Qt::ElideLeft);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &FilesPage::showChosen);
    connect(m_table, &QTableView::activated, this, &FilesPage::showChosen);
    auto* close = new QAction(tr("Close the file"), m_table);
    close->setShortcut(Qt::Key_Delete);
    close->setShortcutContext(Qt::WidgetShortcut);
    connect(close, &QAction::triggered, this, &FilesPage::closeChosen);
    m_table->addAction(close);
    m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
}

void FilesPage::open(const QStringList& paths) {
    m_messages->clear();
    m_troubles.clear();
    m_choosesNext = true;
    for (const QString& path : paths) {
        const auto asked = std::make_shared<Asked>(Asked{path, m_listing});
        m_asked.push_back(asked);
        const auto listing =
            onPool([path = path.toStdString(), cancel = m_listing] { return listFiles(path, cancel); });
        whenDone(listing, this, [this, asked](const Result<std::vector<FileEntry>>& files) {
            asked->files = files;
            takeListed();
        });
    }
    showListing();
}

// In the order in which they were asked for, however soon each was listed.
void FilesPage::takeListed() {
    while (!m_asked.empty() && m_asked.front()->files) {
        const std::shared_ptr<Asked> asked = m_asked.front();
        m_asked.pop_front();
        take(asked->path, *asked->files, asked->cancel.isCancelled());
    }
    showListing();
    showTroubles();
}

void FilesPage::take(const QString& path, const Result<std::vector<FileEntry>>& files, bool isCancelled) {
    if (isCancelled) {
        m_troubles.append(tr("Listing %1 was cancelled after %2; open it again to see all of it.")
                              .arg(path, countText(files ? files->size() : 0, tr("file"), tr("files"))));
        if (!files || files->empty()) {
            return;
        }
    }
    if (!files || files->empty()) {
        m_troubles.append(files ? tr("Nothing in the folder %1 could be read.").arg(path)
                                : QString::fromStdString(files.error().text()));
        return;
    }
    m_model->add(*files);
    updateShown();
    if (std::exchange(m_choosesNext, false)) {
        const auto first = std::ranges::find(*files, FileContent::Batches, &FileEntry::content);
        const bool isFolder = files->size() > 1 && first != files->end();
        choose((isFolder ? *first : files->front()).path);
    }
    Q_EMIT listed();
}

// A filter that hides it gives way.
void FilesPage::choose(const std::string& path) {
    QModelIndex row = m_filtered->mapFromSource(m_model->indexOf(path));
    if (!row.isValid()) {
        m_filter->clear();
        m_showsEmpty->setChecked(true);
        row = m_filtered->mapFromSource(m_model->indexOf(path));
    }
    m_table->setCurrentIndex(row);
}

// All at once when the last path was looked at.
void FilesPage::showTroubles() {
    if (isListing() || m_troubles.isEmpty()) {
        return;
    }
    QStringList shown = m_troubles.first(std::min<qsizetype>(m_troubles.size(), kMostTroubles));
    if (shown.size() < m_troubles.size()) {
        shown.append(tr("%1 more could not be opened.").arg(m_troubles.size() - shown.size()));
    }
    m_messages->showMessage(StatusKind::Error, shown.join(u'\n'),
                            tr("Open files of a log directory, packet captures, or folders with them."));
    m_troubles.clear();
    Q_EMIT troublesFound();
}

void FilesPage::openText(const QString& hex) {
    m_pasting.start(
        this, [context = m_context.frozen(), hex](const CancelToken& /*cancel*/) { return readPasted(context, hex); },
        [this](const Result<PastedBytes>& pasted) { showPasted(pasted); });
}

void FilesPage::showPasted(const Result<PastedBytes>& pasted) {
    if (!pasted) {
        m_messages->showMessage(StatusKind::Error, QString::fromStdString(pasted.error().text()),
                                tr("Copy a request frame with its size prefix, or record batches, as hex."));
        // Bytes that were pasted before are not those that were meant.
        if (std::exchange(m_hasText, false)) {
            m_view->clear({}, tr("Nothing was pasted. Choose a file at the left, or paste again."));
        }
        updateShown();
        return;
    }
    m_messages->clear();
    m_hasText = true;
    m_table->setCurrentIndex({});
    updateShown();
    m_view->showDocument(tr("Pasted bytes"), pasted->what,
                         std::make_shared<OpenDocument>(pasted->tree, m_context.document()));
}

void FilesPage::askForFiles() {
    open(QFileDialog::getOpenFileNames(this, tr("Open files")));
}

void FilesPage::askForFolder() {
    const QString folder = QFileDialog::getExistingDirectory(this, tr("Open a partition's folder or a log directory"));
    if (!folder.isEmpty()) {
        open({folder});
    }
}

void FilesPage::paste() {
    openText(QGuiApplication::clipboard()->text());
}

void FilesPage::cancelListing() {
    m_listing.cancel();
    m_listing = CancelToken();
}

void FilesPage::cancel() {
    cancelListing();
    m_pasting.cancel();
    m_view->cancel();
}

const FileEntry* FilesPage::chosen() const {
    return m_model->file(m_filtered->mapToSource(m_table->currentIndex()));
}

void FilesPage::showChosen() {
    const FileEntry* file = chosen();
    if (file == nullptr) {
        return;
    }
    m_hasText = false;
    if (file->content == FileContent::Capture) {
        m_view->clear(fileName(*file), tr("This packet capture is open in Traffic."));
        Q_EMIT captureWanted(QString::fromStdString(file->path));
        return;
    }
    m_view->showFile(*file);
}

// What a file is may be another thing once it has bytes, or others.
void FilesPage::watchChosen(const QString& path) {
    m_describing.start(
        this, [path = path.toStdString(), cancel = m_listing](const CancelToken&) { return listFiles(path, cancel); },
        [this, path](const Result<std::vector<FileEntry>>& files) {
            const FileEntry* now = chosen();
            if (files && files->size() == 1 && now != nullptr && now->path == path.toStdString()) {
                m_model->replace(files->front());
                m_view->showFile(files->front());
            }
        });
}

void FilesPage::closeChosen() {
    m_model->remove(m_filtered->mapToSource(m_table->currentIndex()));
    if (!m_table->currentIndex().isValid()) {
        m_view->clear({}, tr("Choose a file at the left."));
    }
    updateShown();
}

QString FilesPage::status() const {
    const std::uint64_t all = m_model->problems();
    if (m_model->rowCount() == 0) {
        return {};
    }
    const QString files = countText(static_cast<std::uint64_t>(m_model->rowCount()), tr("file"), tr("files"));
    return tr("%1 open · %2")
        .arg(files, all == 0 ? tr("no problems in those that were read")
                             : countText(all, tr("problem found"), tr("problems found")));
}

void FilesPage::updateShown() {
    const bool isEmpty = m_model->rowCount() == 0 && !m_hasText;
    m_empty->setVisible(isEmpty);
    m_columns->setVisible(!isEmpty);
    m_list->setVisible(m_model->rowCount() > 0);
    m_table->setColumnHidden(FileListModel::FolderColumn, m_model->folders() < 2);
    QString count = countText(static_cast<std::uint64_t>(m_model->rowCount()), tr("file"), tr("files"));
    if (const int hidden = m_model->rowCount() - m_filtered->rowCount(); hidden > 0) {
        count += tr(" · %1 hidden by the filter").arg(grouped(hidden));
    }
    m_count->setText(isEmpty ? QString() : count);
    Q_EMIT statusChanged();
}

}  // namespace brokerscope
