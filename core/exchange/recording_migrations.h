#pragma once

#include "core/exchange/recording_format.h"

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace brokerscope {

// Makes payloads of earlier versions into present ones, one version at a time, so that what was recorded once can
// always be opened. Whoever raises the version of a kind adds the step from the one before, and a stored recording of
// it to the tests. Immutable.
class RecordingMigrations {
public:
    // From one version of a kind to the next one.
    struct Step {
        RecordingKind kind;
        std::uint16_t from = 0;
        // Nothing: the payload is not of that version.
        std::optional<ByteBuffer> (*migrate)(ByteView payload) = nullptr;
    };

    // Those of this program.
    static const RecordingMigrations& own();
    RecordingMigrations(std::map<RecordingKind, std::uint16_t> present, std::vector<Step> steps);

    // Whether steps lead from that version to the present one, or none are needed. False for kinds that are not known,
    // and for versions later than the present one.
    bool knows(RecordingKind kind, std::uint16_t version) const;
    // The block in the present version of its kind. Only of what it knows. Nothing: a step could not be made.
    std::optional<RecordingBlock> toPresent(RecordingBlock block) const;

private:
    const Step* stepFrom(RecordingKind kind, std::uint16_t version) const;

    std::map<RecordingKind, std::uint16_t> m_present;
    std::vector<Step> m_steps;
};

}  // namespace brokerscope
