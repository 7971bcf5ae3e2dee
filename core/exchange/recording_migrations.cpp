#include "core/exchange/recording_migrations.h"

#include "core/exchange/recording_payload.h"

#include <algorithm>

namespace brokerscope {

const RecordingMigrations& RecordingMigrations::own() {
    static const RecordingMigrations migrations({{RecordingKind::RunHead, kPayloadVersion},
                                                 {RecordingKind::Exchange, kPayloadVersion},
                                                 {RecordingKind::Lost, kPayloadVersion},
                                                 {RecordingKind::RunEnd, kPayloadVersion}},
                                                {});
    return migrations;
}

RecordingMigrations::RecordingMigrations(std::map<RecordingKind, std::uint16_t> present, std::vector<Step> steps)
    : m_present(std::move(present)), m_steps(std::move(steps)) {}

const RecordingMigrations::Step* RecordingMigrations::stepFrom(RecordingKind kind, std::uint16_t version) const {
    const auto found = std::find_if(m_steps.begin(), m_steps.end(), [kind, version](const Step& step) {
        return step.kind == kind && step.from == version;
    });
    return found != m_steps.end() ? &*found : nullptr;
}

bool RecordingMigrations::knows(RecordingKind kind, std::uint16_t version) const {
    const auto present = m_present.find(kind);
    if (present == m_present.end() || version > present->second) {
        return false;
    }
    while (version < present->second && stepFrom(kind, version) != nullptr) {
        ++version;
    }
    return version == present->second;
}

std::optional<RecordingBlock> RecordingMigrations::toPresent(RecordingBlock block) const {
    while (const Step* step = stepFrom(block.kind, block.version)) {
        auto migrated = step->migrate(block.payload);
        if (!migrated) {
            return std::nullopt;
        }
        block.payload = std::move(*migrated);
        ++block.version;
    }
    return block;
}

}  // namespace brokerscope
