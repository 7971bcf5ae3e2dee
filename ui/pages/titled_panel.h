#pragma once

#include <QFrame>

namespace brokerscope {

class TitleBar;

// A framed part of a page: a title, a remark beside it, and one widget below. GUI thread.
class TitledPanel : public QFrame {
    Q_OBJECT

public:
    TitledPanel(const QString& title, QWidget* content, QWidget* parent = nullptr);

    void setRemark(const QString& remark);
    void addToTitle(QWidget* widget);  // at the right end of the title's line
    int titleHeight() const;

private:
    TitleBar* m_bar = nullptr;
};

}  // namespace brokerscope
