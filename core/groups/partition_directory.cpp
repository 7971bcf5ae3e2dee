#include "core/groups/partition_directory.h"

namespace brokerscope {

PartitionDirectory::Topic PartitionDirectory::topic(const AssignedTopic& assigned) {
    if (!assigned.id.isZero()) {
        const auto known = m_byId.find({assigned.role, assigned.id});
        if (known != m_byId.end()) {
            complete(known->second, assigned);
            return Topic{known->second};
        }
    }
    const auto named = assigned.name.empty() ? m_byName.end() : m_byName.find({assigned.role, assigned.name});
    if (named != m_byName.end() && (assigned.id.isZero() || m_topics[named->second].id.isZero())) {
        complete(named->second, assigned);
        return Topic{named->second};
    }
    return add(assigned);
}

PartitionDirectory::Topic PartitionDirectory::add(const AssignedTopic& assigned) {
    const auto number = static_cast<std::uint32_t>(m_topics.size());
    m_topics.push_back({assigned.name, assigned.id, assigned.role, {}});
    m_journal.add([this] { m_topics.pop_back(); });
    if (!assigned.id.isZero()) {
        m_byId[{assigned.role, assigned.id}] = number;
        m_journal.add([this, key = std::pair(assigned.role, assigned.id)] { m_byId.erase(key); });
    }
    if (!assigned.name.empty()) {
        const std::pair key(assigned.role, assigned.name);
        const auto before = m_byName.find(key);
        if (before == m_byName.end()) {
            m_journal.add([this, key] { m_byName.erase(key); });
        } else {
            m_journal.add([this, key, old = before->second] { m_byName[key] = old; });
        }
        m_byName[key] = number;
    }
    return Topic{number};
}

// The name or the id was told later than the partitions.
void PartitionDirectory::complete(std::uint32_t number, const AssignedTopic& assigned) {
    Entry& entry = m_topics[number];
    if (entry.id.isZero() && !assigned.id.isZero()) {
        entry.id = assigned.id;
        m_byId[{entry.role, entry.id}] = number;
        m_journal.add([this, number] {
            m_byId.erase({m_topics[number].role, m_topics[number].id});
            m_topics[number].id = Uuid();
        });
        for (const PartitionIndex lane : entry.lanes) {
            m_lanes.partitions.change(static_cast<std::size_t>(lane)).topicId = assigned.id;
        }
    }
    if (entry.name.empty() && !assigned.name.empty()) {
        entry.name = assigned.name;
        const bool isNew = m_byName.emplace(std::pair(entry.role, entry.name), number).second;
        m_journal.add([this, number, isNew] {
            if (isNew) {
                m_byName.erase({m_topics[number].role, m_topics[number].name});
            }
            m_topics[number].name.clear();
        });
        for (const PartitionIndex lane : entry.lanes) {
            m_lanes.partitions.change(static_cast<std::size_t>(lane)).topic = assigned.name;
        }
    }
}

PartitionIndex PartitionDirectory::partition(Topic topic, std::int32_t partition) {
    const auto number = static_cast<std::uint32_t>(topic);
    const std::uint64_t key = (std::uint64_t{number} << 32U) | static_cast<std::uint32_t>(partition);
    const auto known = m_partitions.find(key);
    if (known != m_partitions.end()) {
        return known->second;
    }
    if (m_lanes.partitions.size() >= m_most) {
        m_isFull = true;
        return PartitionIndex::None;
    }
    const PartitionIndex index{static_cast<std::uint32_t>(m_lanes.partitions.size())};
    Entry& entry = m_topics[number];
    m_lanes.partitions.push_back({entry.name, entry.id, entry.role, partition, {}});
    entry.lanes.push_back(index);
    m_partitions.emplace(key, index);
    m_journal.add([this, number, key] {
        m_partitions.erase(key);
        m_topics[number].lanes.pop_back();
        m_lanes.partitions.pop_back();
    });
    return index;
}

PartitionIndex PartitionDirectory::known(Topic topic, std::int32_t partition) const {
    const auto lane = m_partitions.find((std::uint64_t{static_cast<std::uint32_t>(topic)} << 32U) |
                                        static_cast<std::uint32_t>(partition));
    return lane == m_partitions.end() ? PartitionIndex::None : lane->second;
}

std::vector<PartitionIndex> PartitionDirectory::partitionsOf(const std::string& topic) const {
    const auto named = m_byName.find({TaskRole::Active, topic});
    return named == m_byName.end() ? std::vector<PartitionIndex>() : m_topics[named->second].lanes;
}

}  // namespace brokerscope
