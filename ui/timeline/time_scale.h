#pragma once

#include <cstdint>

namespace brokerscope {

// Which moment is at which pixel. Pure arithmetic; knows no lanes and no widget. Times are ms since 1970, x counts in
// device-independent pixels from the left edge of the time area. Between 0.02 ms and ten days a pixel; what would go
// beyond stays at the limit.
//
// While it follows, the present moment stays `kFollowRoom` left of the right edge, and zooming keeps it there.
class TimeScale {
public:
    static constexpr double kLeastMsPerPixel = 0.02;
    static constexpr double kMostMsPerPixel = 864e6;
    static constexpr int kFollowRoom = 16;
    static constexpr double kFarAway = 1e7;  // |x| of what is further away

    int width() const { return m_width; }
    double msPerPixel() const { return m_msPerPixel; }
    std::int64_t fromMs() const { return msAt(0); }
    std::int64_t toMs() const { return msAt(m_width); }
    bool isFollowing() const { return m_isFollowing; }

    double xOf(std::int64_t ms) const;   // limited to -kFarAway … kFarAway
    std::int64_t msAt(double x) const;   // rounded down
    bool shows(std::int64_t ms) const;   // it is between the edges
    int pixelOf(std::int64_t ms) const;  // the column that the moment lies in: xOf() rounded down

    // The left edge stays, or the present moment while it follows. Below 1 counts as 1.
    void setWidth(int pixels);
    // [fromMs, toMs] fills the width; ends following. An empty or reversed range shows a second about `fromMs`.
    void show(std::int64_t fromMs, std::int64_t toMs);
    // How long the width is; about the middle, or the present moment while it follows.
    void setSpan(std::int64_t ms);
    // `factor` above 1 shows more detail; 0 and below count as the least. The moment at `x` stays where it is.
    void zoom(double factor, double x);
    // Positive: later moments come into view. Ends following.
    void pan(double pixels);
    void setFollowing(bool following, std::int64_t nowMs);
    // Time passed: while it follows, the view goes on.
    void advance(std::int64_t nowMs);

    bool operator==(const TimeScale&) const = default;

private:
    void place(double ms, double x);

    double m_leftMs = 0;
    double m_msPerPixel = 100;
    double m_nowMs = 0;
    int m_width = 1;
    bool m_isFollowing = false;
};

}  // namespace brokerscope
