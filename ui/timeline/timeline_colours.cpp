#include "ui/timeline/timeline_colours.h"

#include "ui/style/palette.h"

#include <algorithm>
#include <array>
#include <utility>

namespace brokerscope {
namespace {

enum class Mood : std::uint8_t { Settled, Waiting, Moving, Idle, Gone };

constexpr std::array<std::pair<std::string_view, Mood>, 10> kMoods = {{{"Stable", Mood::Settled},
                                                                       {"Empty", Mood::Idle},
                                                                       {"Dead", Mood::Gone},
                                                                       {"PreparingRebalance", Mood::Waiting},
                                                                       {"CompletingRebalance", Mood::Moving},
                                                                       {"Assigning", Mood::Waiting},
                                                                       {"Reconciling", Mood::Moving},
                                                                       {"NotReady", Mood::Waiting},
                                                                       {"Initializing", Mood::Waiting},
                                                                       {"Unknown", Mood::Idle}}};
constexpr int kMovingTint = 0;
constexpr qreal kStateStrength = 0.5;
constexpr qreal kIdleStrength = 0.25;
constexpr qreal kBarStrength = 0.92;

Mood moodOf(std::string_view state) {
    const auto* found = std::ranges::find(kMoods, state, &std::pair<std::string_view, Mood>::first);
    return found == kMoods.end() ? Mood::Idle : found->second;
}

}  // namespace

QColor stateAccent(const Palette& palette, std::string_view state) {
    switch (moodOf(state)) {
        case Mood::Settled:
            return palette.ok;
        case Mood::Waiting:
            return palette.warning;
        case Mood::Moving:
            return palette.tintFor(kMovingTint);
        case Mood::Gone:
            return palette.error;
        case Mood::Idle:
            break;
    }
    return palette.muted;
}

QColor stateColour(const Palette& palette, std::string_view state) {
    switch (moodOf(state)) {
        case Mood::Settled:
            return palette.blend(palette.ok, kStateStrength);
        case Mood::Idle:
            return palette.blend(palette.muted, kIdleStrength);
        default:
            return palette.blend(stateAccent(palette, state), kBarStrength);
    }
}

QColor memberColour(const Palette& palette, int tint) {
    return palette.blend(palette.tintFor(tint), kBarStrength);
}

QColor textOn(const Palette& palette, const QColor& fill) {
    return contrastRatio(palette.text, fill) >= contrastRatio(palette.surface, fill) ? palette.text : palette.surface;
}

}  // namespace brokerscope
