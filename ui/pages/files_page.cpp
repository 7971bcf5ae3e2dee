#include "ui/pages/files_page.h"

#include "core/workbench/file_listing.h"
#include "ui/models/open_document.h"
#include "ui/models/pool_work.h"
#include "ui/models/value_format.h"
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

#include <QClipboard>
#include <QFileDialog>
#include <QGuiApplication>
#include <QHeaderView>
#include <QProgressBar>
#include <QPushButton>
#include <QSplitter>
#include <QVBoxLayout>

namespace brokerscope {
namespace {

constexpr int kListWidth = 370;
constexpr int kViewWidth = 830;
constexpr qsizetype kMostTroubles = 5;  // sentences at once

}  // namespace

FilesPage::FilesPage(const ReadingContext& context, QWidget* parent)
    : QWidget(parent)
    , m_context(context)
    , m_model(new FileListModel(this))
    , m_table(makePlainTable(*m_model, tr("Files"), this))
    , m_view(new FileView(context, this))
    , m_messages(new MessageBar(this))
    , m_columns(new QSplitter(Qt::Horizontal, this)) {
    setUpTable();
    m_columns->addWidget(m_table);
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
    });
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
    m_table->setColumnWidth(FileListModel::KindColumn,
                            metrics.horizontalAdvance(QLatin1String("segment, 99 problems")) + Metrics::CellRoom);
    m_table->setItemDelegate(new RemarkDelegate(FileListModel::ProblemRole, m_table, FileListModel::KindColumn));
    m_table->setColumnWidth(FileListModel::SizeColumn,
                            metrics.horizontalAdvance(QLatin1String("999 999 B")) + Metrics::CellRoom);
    m_table->setTextElideMode(Qt::ElideMiddle);
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
    for (const QString& path : paths) {
        const auto listing =
            onPool([path = path.toStdString(), cancel = m_listing] { return listFiles(path, cancel); });
        ++m_asked;
        whenDone(listing, this, [this, path, cancel = m_listing](const Result<std::vector<FileEntry>>& files) {
            --m_asked;
            showListing();
            take(path, files, cancel.isCancelled());
            showTroubles();
        });
    }
    showListing();
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
    if (files->size() == 1 && files->front().content == FileContent::Capture) {
        m_table->setCurrentIndex(m_model->indexOf(files->front().path));
    } else {
        const auto first = std::ranges::find(*files, FileContent::Batches, &FileEntry::content);
        m_table->setCurrentIndex(m_model->indexOf((first == files->end() ? files->front() : *first).path));
    }
    Q_EMIT listed();
}

// All at once when the last path was looked at.
void FilesPage::showTroubles() {
    if (m_asked > 0 || m_troubles.isEmpty()) {
        return;
    }
    QStringList shown = m_troubles.first(std::min<qsizetype>(m_troubles.size(), kMostTroubles));
    if (shown.size() < m_troubles.size()) {
        shown.append(tr("%1 more could not be opened.").arg(m_troubles.size() - shown.size()));
    }
    m_messages->showMessage(StatusKind::Error, shown.join(u'\n'),
                            tr("Open files of a log directory, packet captures, or folders with them."));
    m_troubles.clear();
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

void FilesPage::showChosen() {
    const FileEntry* file = m_model->file(m_table->currentIndex());
    if (file == nullptr) {
        return;
    }
    if (file->content == FileContent::Capture) {
        m_view->clear(fileName(*file), tr("This packet capture is open in Traffic."));
        Q_EMIT captureWanted(QString::fromStdString(file->path));
        return;
    }
    m_view->showFile(*file);
}

void FilesPage::closeChosen() {
    m_model->remove(m_table->currentIndex());
    if (!m_table->currentIndex().isValid()) {
        m_view->clear({}, tr("Choose a file at the left."));
    }
    updateShown();
}

void FilesPage::updateShown() {
    const bool isEmpty = m_model->rowCount() == 0 && !m_hasText;
    m_empty->setVisible(isEmpty);
    m_columns->setVisible(!isEmpty);
    m_table->setVisible(m_model->rowCount() > 0);
    m_count->setText(isEmpty ? QString()
                             : countText(static_cast<std::uint64_t>(m_model->rowCount()), tr("file"), tr("files")));
}

}  // namespace brokerscope
