#include "ui/forms/draft_form.h"

#include "ui/forms/draft_tree.h"
#include "ui/models/roles.h"
#include "ui/models/value_format.h"
#include "ui/style/icons.h"
#include "ui/style/metrics.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/status_kind.h"

#include <QListView>
#include <QSplitter>
#include <QStandardItemModel>
#include <QVBoxLayout>

namespace brokerscope {
namespace {

constexpr int kProblemsShown = 4;  // rows; the rest is scrolled to
constexpr int kMostProblems = 500;

StatusKind kindOf(Severity severity) {
    switch (severity) {
        case Severity::Error:
            return StatusKind::Error;
        case Severity::Warning:
            return StatusKind::Warning;
        case Severity::Note:
            break;
    }
    return StatusKind::Info;
}

}  // namespace

DraftForm::DraftForm(DraftModel& model, QWidget* parent)
    : QWidget(parent)
    , m_model(model)
    , m_tree(new DraftTree(model))
    , m_problems(new QListView)
    , m_problemItems(new QStandardItemModel(this))
    , m_refusal(new ElidedLabel) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_tree, 1);
    layout->addWidget(m_refusal);
    layout->addWidget(m_problems);
    m_refusal->setContentsMargins(Metrics::Margin, 2, Metrics::Margin, 2);
    m_refusal->hide();
    setFocusProxy(m_tree);
    setUpProblems();
    connect(m_tree, &DraftTree::rowSelected, this, &DraftForm::rowSelected);
    connect(m_tree, &DraftTree::rowHovered, this, &DraftForm::rowHovered);
    connect(m_tree, &DraftTree::recordsWanted, this, &DraftForm::recordsWanted);
    connect(&model, &DraftModel::editRefused, this, [this](const QModelIndex& /*index*/, const QString& reason) {
        m_refusal->setText(reason);
        m_refusal->show();
    });
    connect(&model, &DraftModel::draftChanged, this, &DraftForm::updateProblems);
    updateProblems();
}

void DraftForm::setUpProblems() {
    m_problems->setModel(m_problemItems);
    m_problems->setFrameShape(QFrame::NoFrame);
    m_problems->setAccessibleName(tr("Problems of the request"));
    m_problems->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_problems->setUniformItemSizes(true);
    m_problems->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    const auto follow = [this](const QModelIndex& index) {
        goTo(index.data(PathRole).toString());
        m_tree->setFocus();
    };
    connect(m_problems, &QAbstractItemView::clicked, this, follow);
    connect(m_problems, &QAbstractItemView::activated, this, follow);
}

void DraftForm::updateProblems() {
    m_refusal->hide();
    m_problemItems->clear();
    const auto& problems = m_model.problems();
    for (const Diagnostic& problem : problems) {
        if (m_problemItems->rowCount() == kMostProblems) {
            auto* rest = new QStandardItem(
                tr("%1 more problems").arg(grouped(static_cast<std::int64_t>(problems.size()) - kMostProblems)));
            rest->setSizeHint({0, rowHeight()});
            m_problemItems->appendRow(rest);
            break;
        }
        const QString path = QString::fromStdString(problem.path);
        const QString sentence = QString::fromStdString(problem.text());
        const QString text = path.isEmpty() ? sentence : path + QStringLiteral(": ") + sentence;
        const StatusKind kind = kindOf(problem.severity);
        auto* item = new QStandardItem(icon(statusIconName(kind), statusIconRole(kind)), text);
        item->setData(path, PathRole);
        item->setToolTip(text);
        item->setSizeHint({0, rowHeight()});
        m_problemItems->appendRow(item);
    }
    const int rows = m_problemItems->rowCount();
    m_problems->setVisible(rows > 0);
    m_problems->setFixedHeight(std::min(rows, kProblemsShown) * rowHeight() + 2);
}

QTreeView* DraftForm::view() const {
    return m_tree;
}

void DraftForm::goTo(const QString& path) {
    m_tree->goTo(m_model.indexOfPath(path));
}

void DraftForm::goTo(const NodeRef& previewNode) {
    m_tree->goTo(m_model.indexOf(previewNode));
}

}  // namespace brokerscope
