#include "core/log_files/log_file_name.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace brokerscope {
namespace {

struct KindRow {
    LogFileKind kind;
    std::string_view name;
    std::string_view phrase;
};

using enum LogFileKind;

constexpr std::array kKinds{
    KindRow{Unknown, "unknown", "nothing known"},
    KindRow{Log, "log", "a log segment"},
    KindRow{OffsetIndex, "index", "an offset index"},
    KindRow{TimeIndex, "timeindex", "a time index"},
    KindRow{TransactionIndex, "txnindex", "a transaction index"},
    KindRow{ProducerSnapshot, "snapshot", "a producer snapshot"},
    KindRow{MetadataSnapshot, "checkpoint", "a metadata snapshot"},
    KindRow{LeaderEpochCheckpoint, "leader-epoch-checkpoint", "a leader epoch checkpoint"},
    KindRow{OffsetCheckpoint, "offset-checkpoint", "an offset checkpoint"},
    KindRow{PartitionMetadata, "partition.metadata", "a partition's metadata"},
    KindRow{MetaProperties, "meta.properties", "properties of a log directory"},
    KindRow{QuorumState, "quorum-state", "the state of a quorum"},
    KindRow{CleanShutdown, "clean-shutdown", "the mark of a clean shutdown"},
    KindRow{Lock, "lock", "the lock of a log directory"},
};

const KindRow& row(LogFileKind kind) {
    return kKinds[static_cast<std::size_t>(kind)];
}

struct NameRow {
    std::string_view name;
    LogFileKind kind;
};

constexpr std::array kWholeNames{
    NameRow{"leader-epoch-checkpoint", LeaderEpochCheckpoint},
    NameRow{"recovery-point-offset-checkpoint", OffsetCheckpoint},
    NameRow{"log-start-offset-checkpoint", OffsetCheckpoint},
    NameRow{"replication-offset-checkpoint", OffsetCheckpoint},
    NameRow{"cleaner-offset-checkpoint", OffsetCheckpoint},
    NameRow{"partition.metadata", PartitionMetadata},
    NameRow{"meta.properties", MetaProperties},
    NameRow{"quorum-state", QuorumState},
    NameRow{".kafka_cleanshutdown", CleanShutdown},
    NameRow{".lock", Lock},
};
constexpr std::array kEndings{
    NameRow{".log", Log},
    NameRow{".index", OffsetIndex},
    NameRow{".timeindex", TimeIndex},
    NameRow{".txnindex", TransactionIndex},
    NameRow{".snapshot", ProducerSnapshot},
    NameRow{".checkpoint", MetadataSnapshot},
};
constexpr std::array<std::string_view, 5> kSuffixes{"deleted", "cleaned", "swap", "tmp", "part"};
constexpr std::array<std::string_view, 3> kFolderSuffixes{"delete", "future", "stray"};

// Nothing but digits that fit.
template <typename Number>
std::optional<Number> numberOf(std::string_view text) {
    Number number = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool isWhole = !text.empty() && fault == std::errc() && end == text.data() + text.size() && text[0] != '-';
    return isWhole ? std::optional(number) : std::nullopt;
}

}  // namespace

std::string_view logFileKindName(LogFileKind kind) {
    return row(kind).name;
}

std::string_view logFileKindPhrase(LogFileKind kind) {
    return row(kind).phrase;
}

LogFileName readLogFileName(std::string_view name) {
    LogFileName found;
    const std::size_t dot = name.rfind('.');
    if (dot != std::string_view::npos && dot > 0) {
        const auto* const suffix = std::find(kSuffixes.begin(), kSuffixes.end(), name.substr(dot + 1));
        if (suffix != kSuffixes.end()) {
            found.suffix = *suffix;
            name = name.substr(0, dot);
        }
    }
    for (const NameRow& whole : kWholeNames) {
        if (whole.name == name) {
            found.kind = whole.kind;
            return found;
        }
    }
    for (const NameRow& ending : kEndings) {
        if (!name.ends_with(ending.name)) {
            continue;
        }
        found.kind = ending.kind;
        std::string_view stem = name.substr(0, name.size() - ending.name.size());
        if (const std::size_t dash = stem.find('-'); found.kind == MetadataSnapshot && dash != std::string_view::npos) {
            found.epoch = numberOf<std::int32_t>(stem.substr(dash + 1));
            stem = stem.substr(0, dash);
        }
        found.offset = numberOf<std::int64_t>(stem);
    }
    return found;
}

std::optional<PartitionName> readPartitionName(std::string_view name) {
    PartitionName found;
    for (const std::string_view suffix : kFolderSuffixes) {
        const std::size_t dash = name.rfind('-');
        const std::size_t dot = name.rfind('.');
        if (dash != std::string_view::npos && dot != std::string_view::npos && name.substr(dash + 1) == suffix &&
            dot < dash) {
            found.suffix = suffix;
            name = name.substr(0, dot);
        }
    }
    const std::size_t dash = name.rfind('-');
    if (dash == std::string_view::npos || dash == 0) {
        return std::nullopt;
    }
    const auto partition = numberOf<std::int32_t>(name.substr(dash + 1));
    const bool isTopic = std::all_of(name.begin(), name.begin() + static_cast<std::ptrdiff_t>(dash), [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.' || c == '_' ||
               c == '-';
    });
    if (!partition || !isTopic) {
        return std::nullopt;
    }
    found.topic = name.substr(0, dash);
    found.partition = *partition;
    return found;
}

}  // namespace brokerscope
