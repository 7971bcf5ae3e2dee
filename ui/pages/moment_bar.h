#pragma once

#include <QWidget>

#include <cstdint>
#include <optional>

class QLineEdit;
class QPushButton;
class QSlider;

namespace brokerscope {

class ProblemOutline;

// Goes through the moments of a partition: a slider over the records that were read, a field for an offset or a time,
// and a mark to compare with. GUI thread.
class MomentBar : public QWidget {
    Q_OBJECT

public:
    explicit MomentBar(QWidget* parent = nullptr);

    // The records that there are and the one that is shown; offsets.
    void setMoment(std::int64_t first, std::int64_t last, std::int64_t shown);
    void setMark(std::optional<std::int64_t> offset);
    // The field cannot be read, or names nothing; empty: it is good.
    void setProblem(const QString& problem);
    QSlider& scrubber() const { return *m_scrubber; }
    QLineEdit& field() const { return *m_field; }
    QPushButton& mark() const { return *m_mark; }

Q_SIGNALS:
    void offsetWanted(qint64 offset);
    void textWanted(const QString& text);  // an offset or a time
    void markWanted();

private:
    void scrub(int step);

    std::int64_t m_first = 0;
    std::int64_t m_last = 0;
    QSlider* m_scrubber = nullptr;
    QLineEdit* m_field = nullptr;
    ProblemOutline* m_outline = nullptr;
    QPushButton* m_mark = nullptr;
};

}  // namespace brokerscope
