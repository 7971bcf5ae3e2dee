#include "ui/timeline/time_scale.h"

#include <algorithm>
#include <cmath>

namespace brokerscope {
namespace {

constexpr double kSpanOfNothing = 1000;

double limited(double msPerPixel) {
    return std::clamp(msPerPixel, TimeScale::kLeastMsPerPixel, TimeScale::kMostMsPerPixel);
}

}  // namespace

double TimeScale::xOf(std::int64_t ms) const {
    return std::clamp((static_cast<double>(ms) - m_leftMs) / m_msPerPixel, -kFarAway, kFarAway);
}

std::int64_t TimeScale::msAt(double x) const {
    return static_cast<std::int64_t>(std::floor(m_leftMs + x * m_msPerPixel));
}

bool TimeScale::shows(std::int64_t ms) const {
    const double x = xOf(ms);
    return x >= 0 && x < m_width;
}

int TimeScale::pixelOf(std::int64_t ms) const {
    return static_cast<int>(std::floor(xOf(ms)));
}

void TimeScale::place(double ms, double x) {
    m_leftMs = ms - x * m_msPerPixel;
}

void TimeScale::setWidth(int pixels) {
    m_width = std::max(1, pixels);
    advance(static_cast<std::int64_t>(m_nowMs));
}

void TimeScale::show(std::int64_t fromMs, std::int64_t toMs) {
    m_isFollowing = false;
    const double from = static_cast<double>(fromMs);
    const double span = static_cast<double>(toMs) - from;
    m_msPerPixel = limited((span > 0 ? span : kSpanOfNothing) / m_width);
    // Where the limit keeps the range from filling the width, it is in the middle.
    place(span > 0 ? from + span / 2 : from, m_width / 2.0);
}

void TimeScale::setSpan(std::int64_t ms) {
    const double middle = m_leftMs + m_width / 2.0 * m_msPerPixel;
    m_msPerPixel = limited(static_cast<double>(std::max<std::int64_t>(1, ms)) / m_width);
    place(middle, m_width / 2.0);
    advance(static_cast<std::int64_t>(m_nowMs));
}

void TimeScale::zoom(double factor, double x) {
    const double fixed = m_leftMs + x * m_msPerPixel;
    m_msPerPixel = factor > 0 ? limited(m_msPerPixel / factor) : kMostMsPerPixel;
    place(fixed, x);
    advance(static_cast<std::int64_t>(m_nowMs));
}

void TimeScale::pan(double pixels) {
    m_isFollowing = false;
    m_leftMs += pixels * m_msPerPixel;
}

void TimeScale::setFollowing(bool following, std::int64_t nowMs) {
    m_isFollowing = following;
    advance(nowMs);
}

void TimeScale::advance(std::int64_t nowMs) {
    m_nowMs = static_cast<double>(nowMs);
    if (m_isFollowing) {
        place(m_nowMs, std::max(0, m_width - kFollowRoom));
    }
}

}  // namespace brokerscope
