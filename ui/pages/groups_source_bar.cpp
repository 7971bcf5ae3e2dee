#include "ui/pages/groups_source_bar.h"

#include "ui/style/icons.h"
#include "ui/style/metrics.h"

#include <QHBoxLayout>
#include <QMenu>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>

namespace brokerscope {

GroupsSourceBar::GroupsSourceBar(QWidget* parent)
    : QWidget(parent)
    , m_open(new QPushButton(icon(QStringLiteral("open")), tr("Open…"), this))
    , m_record(new QPushButton(icon(QStringLiteral("save")), tr("Record…"), this))
    , m_live(new QPushButton(icon(QStringLiteral("play")), tr("Live"), this)) {
    m_open->setToolTip(tr("Groups of a recording, a packet capture, or segments of __consumer_offsets"));
    auto* menu = new QMenu(m_open);
    connect(menu->addAction(tr("Recording, capture or segment…")), &QAction::triggered, this,
            &GroupsSourceBar::fileWanted);
    connect(menu->addAction(tr("Log folder…")), &QAction::triggered, this, &GroupsSourceBar::folderWanted);
    m_open->setMenu(menu);
    m_record->setCheckable(true);
    m_live->setToolTip(tr("Show the groups of the cluster again"));
    connect(m_record, &QPushButton::clicked, this, &GroupsSourceBar::recordWanted);
    connect(m_live, &QPushButton::clicked, this, &GroupsSourceBar::liveWanted);
    auto* buttons = new QHBoxLayout;
    buttons->setContentsMargins(0, 0, 0, 0);
    buttons->setSpacing(Metrics::Spacing);
    buttons->addWidget(m_open, 1);
    buttons->addWidget(m_live, 1);
    buttons->addWidget(m_record, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(Metrics::Spacing);
    layout->addWidget(makeReading());
    layout->addLayout(buttons);
    setRecording(false);
    setProgress(100);
    showButtons();
}

QWidget* GroupsSourceBar::makeReading() {
    m_reading = new QWidget(this);
    m_progress = new QProgressBar(m_reading);
    m_progress->setAccessibleName(tr("How much of the file is read"));
    auto* cancel = new QPushButton(tr("Cancel"), m_reading);
    cancel->setToolTip(tr("Stop reading; what was read stays"));
    connect(cancel, &QPushButton::clicked, this, &GroupsSourceBar::cancelWanted);
    auto* layout = new QHBoxLayout(m_reading);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(Metrics::Spacing);
    layout->addWidget(m_progress, 1);
    layout->addWidget(cancel);
    return m_reading;
}

void GroupsSourceBar::setFile(const QString& name) {
    m_isFile = !name.isEmpty();
    m_progress->setFormat(name + QStringLiteral("  %p %"));
    setProgress(m_isFile ? 0 : 100);
    showButtons();
}

void GroupsSourceBar::setProgress(int percent) {
    m_progress->setValue(percent);
    m_reading->setVisible(percent < 100);
}

void GroupsSourceBar::setLive(bool isThere) {
    m_isLiveThere = isThere;
    showButtons();
}

void GroupsSourceBar::showButtons() {
    m_live->setVisible(m_isFile && m_isLiveThere);
    m_record->setVisible(m_isLiveThere && !m_isFile);
}

void GroupsSourceBar::setRecording(bool isRecording, const QString& tip) {
    const QSignalBlocker quiet(m_record);
    m_record->setChecked(isRecording);
    m_record->setText(isRecording ? tr("Stop recording") : tr("Record…"));
    m_record->setIcon(icon(isRecording ? QStringLiteral("stop") : QStringLiteral("save")));
    m_record->setToolTip(tip.isEmpty() ? tr("Keep what is seen from now on in a file, secrets masked; it can be opened "
                                            "here again, and by bscope groups watch --file")
                                       : tip);
}

}  // namespace brokerscope
