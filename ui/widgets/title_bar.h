#pragma once

#include "ui/widgets/status_kind.h"

#include <QWidget>

class QHBoxLayout;
class QLabel;

namespace brokerscope {

class ElidedLabel;

// The line above a panel: a heading, a word of status in its colour, facts in muted text that give way where room is
// short, and widgets at both ends. Plain text only. GUI thread.
class TitleBar : public QWidget {
    Q_OBJECT

public:
    enum class Height : std::uint8_t {
        Panel,   // with controls in it
        Header,  // as high as the header of a table beside it
    };

    explicit TitleBar(const QString& heading = {}, Height height = Height::Panel, QWidget* parent = nullptr);

    void setHeading(const QString& heading);
    QString heading() const;
    void setStatus(const QString& status, StatusKind kind = StatusKind::Neutral);  // empty: none
    QString status() const;
    void setFacts(const QString& facts);
    QString facts() const;
    void addBefore(QWidget* widget);  // left of the heading
    void addAfter(QWidget* widget);   // at the right end

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void updateLook();

    QHBoxLayout* m_layout = nullptr;
    QLabel* m_heading = nullptr;
    QLabel* m_status = nullptr;
    ElidedLabel* m_facts = nullptr;
    StatusKind m_kind = StatusKind::Neutral;
    bool m_updating = false;
};

}  // namespace brokerscope
