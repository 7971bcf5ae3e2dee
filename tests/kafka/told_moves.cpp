#include "tests/kafka/told_moves.h"

#include <QDateTime>

namespace brokerscope::testing {
namespace {

using Json = nlohmann::json;

std::string textOrNone(const Json& value) {
    return value.is_string() ? value.get<std::string>() : std::string();
}

std::string partitionKey(const Json& of) {
    return of.at("topic").get<std::string>() + '-' + std::to_string(of.at("partition").get<int>());
}

}  // namespace

Owners ownersOf(const Json& description) {
    Owners owners;
    for (const Json& member : description.at("members")) {
        const Json& all = member.at("assignment");
        for (const auto& [topic, partitions] : (all.contains("active") ? all.at("active") : all).items()) {
            for (const Json& partition : partitions) {
                owners[topic + '-' + std::to_string(partition.get<int>())] = member.at("memberId").get<std::string>();
            }
        }
    }
    return owners;
}

Moves movesBetween(const Owners& before, const Owners& after) {
    Moves moves;
    for (const auto& [partition, owner] : before) {
        const auto now = after.find(partition);
        const std::string to = now != after.end() ? now->second : std::string();
        if (to != owner) {
            moves[partition] = {owner, to};
        }
    }
    for (const auto& [partition, owner] : after) {
        if (!before.contains(partition)) {
            moves[partition] = {"", owner};
        }
    }
    return moves;
}

std::vector<Json> namedFrom(const std::vector<Json>& events, std::size_t from, const std::string& name) {
    std::vector<Json> found;
    for (std::size_t i = from; i < events.size(); ++i) {
        if (events[i].at("event") == name) {
            found.push_back(events[i]);
        }
    }
    return found;
}

std::int64_t timeOf(const Json& event) {
    return QDateTime::fromString(QString::fromStdString(event.at("time").get<std::string>()), Qt::ISODateWithMs)
        .toMSecsSinceEpoch();
}

Moves movesTold(const std::vector<Json>& events, std::size_t from) {
    Moves moves;
    for (const Json& ended : namedFrom(events, from, "rebalanceEnded")) {
        for (const Json& move : ended.at("moved")) {
            moves.try_emplace(partitionKey(move), textOrNone(move.at("from")), "").first->second.second =
                textOrNone(move.at("to"));
        }
    }
    std::erase_if(moves, [](const auto& move) { return move.second.first == move.second.second; });
    return moves;
}

Owners ownersReported(const Json& report) {
    Owners owners;
    for (const Json& partition : report.at("partitions")) {
        const Json& intervals = partition.at("intervals");
        if (partition.at("role") == "active" && !intervals.empty() && intervals.back().at("owner").is_string()) {
            owners[partitionKey(partition)] = intervals.back().at("owner").get<std::string>();
        }
    }
    return owners;
}

std::string memberOf(const Json& description, const std::string& client) {
    for (const Json& member : description.at("members")) {
        if (member.at("clientId").get<std::string>().starts_with(client)) {
            return member.at("memberId").get<std::string>();
        }
    }
    return {};
}

}  // namespace brokerscope::testing
