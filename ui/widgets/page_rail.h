#pragma once

#include "ui/widgets/rail_button.h"

#include <QList>
#include <QWidget>

class QButtonGroup;
class QVBoxLayout;

namespace brokerscope {

// The column of pages at the window's left edge: one button a page, exactly one of them current.
class PageRail : public QWidget {
    Q_OBJECT

public:
    explicit PageRail(QWidget* parent = nullptr);

    // Appends a page and gives its button; the first one becomes current. Pages are numbered from 0 in order.
    RailButton* addPage(const QString& iconName, const QString& title);
    int pageCount() const;
    int currentPage() const;  // -1 while there is none
    // Out of range: nothing happens. Emits only where the page changes.
    void setCurrentPage(int page);

Q_SIGNALS:
    void currentPageChanged(int page);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QButtonGroup* m_group;
    QVBoxLayout* m_layout;
};

}  // namespace brokerscope
