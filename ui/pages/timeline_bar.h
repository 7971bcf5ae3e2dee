#pragma once

#include <QWidget>

#include <cstdint>

class QMenu;
class QPushButton;
class QToolButton;

namespace brokerscope {

class ElidedLabel;

// The line above a group's timeline: its name, what it is and how it is, how much time is shown, export. GUI thread.
class TimelineBar : public QWidget {
    Q_OBJECT

public:
    enum class Export : std::uint8_t { Png, Svg, Json, Report };

    explicit TimelineBar(QWidget* parent = nullptr);

    void setGroup(const QString& name, const QString& facts);
    void setLive(bool isLive);  // false: there is no present moment to follow
    void setFollowing(bool following);
    const QString& facts() const;

Q_SIGNALS:
    void followWanted(bool following);
    void spanWanted(qint64 ms);  // 0: all of it
    void recordsWanted();
    void exportWanted(brokerscope::TimelineBar::Export kind);

private:
    void addSpans();
    void addExport();

    ElidedLabel* m_name = nullptr;
    ElidedLabel* m_facts = nullptr;
    QPushButton* m_live = nullptr;
    QPushButton* m_records = nullptr;
    QPushButton* m_export = nullptr;
};

}  // namespace brokerscope
