#pragma once

#include <QAbstractSlider>

#include <optional>

namespace brokerscope {

// Chooses an API version: the range that the schemas know as a track, the part that the broker knows upon it, a mark
// where flexible versions begin, ticks, a knob. Any version of the range may be chosen, known to the broker or not.
//
// Keys: arrows, Home, End, PgUp and PgDn (three versions); Shift+Home and Shift+End go to the ends of the broker's
// range. Assistive tools see a slider with a value and a description.
class VersionSlider : public QAbstractSlider {
    Q_OBJECT

public:
    explicit VersionSlider(QWidget* parent = nullptr);

    // Versions `lowest` to `highest`, both included; a current version outside of them moves to the nearer end.
    void setVersions(int lowest, int highest);
    // What the broker knows; `lowest` > `highest`: nothing. Parts outside of the range are not shown.
    void setBrokerVersions(int lowest, int highest);
    void clearBrokerVersions();  // not known what the broker knows
    // Versions that the broker lists below this one it refuses (Produce 0-2 of Kafka 4).
    void setServedFrom(std::optional<int> version);
    void setFirstFlexible(std::optional<int> version);

    int version() const { return value(); }
    void setVersion(int version) { setValue(version); }
    bool isKnownToBroker(int version) const;

    // The middle of a version's place on the track, and the version nearest to an x.
    int xOf(int version) const;
    int versionAt(int x) const;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void versionChanged(int version);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct Range {
        int lowest;
        int highest;
    };
    void updateTexts();
    void paintTrack(QPainter& painter) const;
    void paintTicks(QPainter& painter) const;
    void paintKnob(QPainter& painter) const;
    int trackMiddle() const;

    std::optional<Range> m_broker;
    std::optional<int> m_servedFrom;
    std::optional<int> m_firstFlexible;
};

}  // namespace brokerscope
