#include "ui/widgets/page_rail.h"

#include "ui/style/metrics.h"
#include "ui/style/palette.h"
#include "ui/widgets/font_follower.h"

#include <QButtonGroup>
#include <QPainter>
#include <QVBoxLayout>

namespace brokerscope {

PageRail::PageRail(QWidget* parent)
    : QWidget(parent), m_group(new QButtonGroup(this)), m_layout(new QVBoxLayout(this)) {
    setAccessibleName(tr("Pages"));
    followFont(*this, [this] { setFixedWidth(railWidth() + 1); });
    m_layout->setContentsMargins(0, 4, 1, 4);
    m_layout->setSpacing(0);
    m_layout->addStretch();
    m_group->setExclusive(true);
    connect(m_group, &QButtonGroup::idToggled, this, [this](int page, bool checked) {
        if (checked) {
            Q_EMIT currentPageChanged(page);
        }
    });
}

RailButton* PageRail::addPage(const QString& iconName, const QString& title) {
    auto* button = new RailButton(iconName, title, this);
    const int page = pageCount();
    // Before the stretch that keeps the buttons at the top.
    m_layout->insertWidget(page, button);
    m_group->addButton(button, page);
    if (page == 0) {
        button->setChecked(true);
    }
    return button;
}

int PageRail::pageCount() const {
    return static_cast<int>(m_group->buttons().size());
}

int PageRail::currentPage() const {
    return m_group->checkedId();
}

void PageRail::setCurrentPage(int page) {
    if (QAbstractButton* button = m_group->button(page)) {
        button->setChecked(true);
    }
}

void PageRail::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    const Palette& palette = Palette::of(this->palette());
    painter.fillRect(rect(), palette.surface);
    painter.fillRect(QRect(width() - 1, 0, 1, height()), palette.border);
}

}  // namespace brokerscope
