#include "ui/pages/state_models.h"

#include <algorithm>
#include <map>

namespace brokerscope {
namespace {

QString changeWord(ObjectDifference::Change change) {
    switch (change) {
        case ObjectDifference::Change::Added:
            return StateObjectModel::tr("new");
        case ObjectDifference::Change::Removed:
            return StateObjectModel::tr("gone");
        case ObjectDifference::Change::Changed:
            return StateObjectModel::tr("changed");
    }
    return {};
}

QString factValue(const StateFact& fact) {
    return fact.isSecret ? QStringLiteral("***") : QString::fromStdString(fact.json);
}

}  // namespace

void StateObjectModel::setMoment(const RecordedState& moment) {
    beginResetModel();
    m_differences = moment.differences;
    m_rows.clear();
    std::map<StateObjectId, int> changed;
    for (std::size_t i = 0; i < m_differences.size(); ++i) {
        changed.emplace(m_differences[i].id, static_cast<int>(i));
        m_rows.push_back({m_differences[i].id, static_cast<int>(i)});
    }
    for (const StateObjectId& id : moment.objects) {
        if (!changed.contains(id)) {
            m_rows.push_back({id, -1});
        }
    }
    endResetModel();
}

const StateObjectId* StateObjectModel::object(const QModelIndex& index) const {
    return index.isValid() && index.row() < rowCount() ? &m_rows[static_cast<std::size_t>(index.row())].id : nullptr;
}

const ObjectDifference* StateObjectModel::difference(const QModelIndex& index) const {
    const int at = object(index) != nullptr ? m_rows[static_cast<std::size_t>(index.row())].difference : -1;
    return at >= 0 ? &m_differences[static_cast<std::size_t>(at)] : nullptr;
}

QModelIndex StateObjectModel::indexOf(const StateObjectId& id) const {
    const auto found = std::ranges::find(m_rows, id, &Row::id);
    return found == m_rows.end() ? QModelIndex() : index(static_cast<int>(found - m_rows.begin()), 0);
}

int StateObjectModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int StateObjectModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant StateObjectModel::data(const QModelIndex& index, int role) const {
    const StateObjectId* id = object(index);
    if (id == nullptr) {
        return {};
    }
    const ObjectDifference* other = difference(index);
    if (role == ChangedRole) {
        return other != nullptr;
    }
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole) {
        return {};
    }
    const std::string_view kind = objectKindName(id->kind);
    switch (index.column()) {
        case ObjectColumn:
            return id->id.empty() ? QStringLiteral("\"\"") : QString::fromStdString(id->id);
        case KindColumn:
            return QString::fromUtf8(kind.data(), static_cast<qsizetype>(kind.size()));
        default:
            return other != nullptr ? changeWord(other->change) : QString();
    }
}

QVariant StateObjectModel::headerData(int section, Qt::Orientation orientation, int role) const {
    const QStringList titles{tr("Object"), tr("Kind"), tr("Change")};
    return orientation == Qt::Horizontal && role == Qt::DisplayRole ? QVariant(titles.value(section)) : QVariant();
}

void StateFactModel::setFacts(const std::optional<StateObject>& object, const ObjectDifference* difference) {
    beginResetModel();
    m_rows.clear();
    std::map<FactPath, const FactDifference*> changes;
    for (std::size_t i = 0; difference != nullptr && i < difference->facts.size(); ++i) {
        changes.emplace(difference->facts[i].path(), &difference->facts[i]);
    }
    const auto add = [this](const FactPath& path, const StateFact* now, const StateFact* before, bool isChanged) {
        const StateFact& fact = now != nullptr ? *now : *before;
        m_rows.push_back({QString::fromStdString(factName(path)), now != nullptr ? factValue(*now) : QString(),
                          before != nullptr ? factValue(*before) : QString(),
                          fact.from.offset < 0 ? QString() : QString::fromStdString(placeText(fact.from)),
                          fact.from.checkpoint < 0 ? fact.from.offset : -1, isChanged});
    };
    for (const StateFact& fact : object ? object->facts : std::vector<StateFact>()) {
        const auto change = changes.find(fact.path);
        const bool isChanged = change != changes.end();
        add(fact.path, &fact, isChanged && change->second->before ? &*change->second->before : nullptr, isChanged);
    }
    for (const auto& [path, change] : changes) {
        if (!change->after) {
            add(path, nullptr, &*change->before, true);
        }
    }
    endResetModel();
}

int StateFactModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int StateFactModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant StateFactModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount()) {
        return {};
    }
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    if (role == OffsetRole) {
        return static_cast<qlonglong>(row.offset);
    }
    if (role == ChangedRole) {
        return row.isChanged;
    }
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole) {
        return {};
    }
    switch (index.column()) {
        case FactColumn:
            return row.fact;
        case ValueColumn:
            return row.value;
        case BeforeColumn:
            return row.before;
        default:
            return row.from;
    }
}

QVariant StateFactModel::headerData(int section, Qt::Orientation orientation, int role) const {
    const QStringList titles{tr("Fact"), tr("Value"), tr("Before"), tr("Set by record")};
    return orientation == Qt::Horizontal && role == Qt::DisplayRole ? QVariant(titles.value(section)) : QVariant();
}

}  // namespace brokerscope
