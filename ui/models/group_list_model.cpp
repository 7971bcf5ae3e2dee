#include "ui/models/group_list_model.h"

#include "ui/models/value_format.h"

#include <algorithm>
#include <utility>

namespace brokerscope {
namespace {

constexpr std::array<GroupType, 5> kFamilyTypes = {GroupType::Consumer, GroupType::Classic, GroupType::Share,
                                                   GroupType::Streams, GroupType::Unknown};
static_assert(kFamilyTypes.size() == static_cast<std::size_t>(GroupType::Streams) + 1, "each type is a family");
constexpr quintptr kHeadingId = 0;  // of a group: its family and one

int familyOf(GroupType type) {
    return static_cast<int>(std::ranges::find(kFamilyTypes, type) - kFamilyTypes.begin());
}

QString familyTitle(int family) {
    const GroupType type = kFamilyTypes[static_cast<std::size_t>(family)];
    return type == GroupType::Unknown ? GroupListModel::tr("type not known")
                                      : QString::fromUtf8(groupTypeName(type).data());
}

}  // namespace

void GroupListModel::setGroups(std::vector<GroupListing> groups) {
    std::ranges::stable_sort(groups, {}, &GroupListing::group);
    const auto doubled = std::ranges::unique(groups, {}, &GroupListing::group);
    groups.erase(doubled.begin(), doubled.end());
    std::array<std::vector<GroupListing>, kFamilyTypes.size()> families;
    for (GroupListing& group : groups) {
        families[static_cast<std::size_t>(familyOf(group.row.type))].push_back(std::move(group));
    }
    for (int family = 0; family < static_cast<int>(families.size()); ++family) {
        merge(family, std::move(families[static_cast<std::size_t>(family)]));
    }
}

// Both are sorted, so that one pass finds what went, came and changed.
void GroupListModel::merge(int family, std::vector<GroupListing>&& groups) {
    Family& entries = m_families[static_cast<std::size_t>(family)];
    const QModelIndex heading = index(family, 0);
    std::size_t at = 0;
    for (GroupListing& listing : groups) {
        while (at < entries.size() && entries[at].listing.group < listing.group) {
            beginRemoveRows(heading, static_cast<int>(at), static_cast<int>(at));
            entries.erase(entries.begin() + static_cast<std::ptrdiff_t>(at));
            endRemoveRows();
        }
        const int row = static_cast<int>(at);
        if (at == entries.size() || entries[at].listing.group != listing.group) {
            beginInsertRows(heading, row, row);
            entries.insert(entries.begin() + static_cast<std::ptrdiff_t>(at), Entry{std::move(listing), {}});
            endInsertRows();
        } else if (entries[at].listing != listing) {
            entries[at].listing = std::move(listing);
            Q_EMIT dataChanged(index(row, 0, heading), index(row, ColumnCount - 1, heading));
        }
        ++at;
    }
    if (at < entries.size()) {
        beginRemoveRows(heading, static_cast<int>(at), static_cast<int>(entries.size()) - 1);
        entries.erase(entries.begin() + static_cast<std::ptrdiff_t>(at), entries.end());
        endRemoveRows();
    }
}

QModelIndex GroupListModel::indexOf(const std::string& group) const {
    for (int family = 0; family < static_cast<int>(m_families.size()); ++family) {
        const Family& entries = m_families[static_cast<std::size_t>(family)];
        const auto found =
            std::ranges::lower_bound(entries, group, {}, [](const Entry& entry) { return entry.listing.group; });
        if (found != entries.end() && found->listing.group == group) {
            return index(static_cast<int>(found - entries.begin()), 0, index(family, 0));
        }
    }
    return {};
}

void GroupListModel::change(const std::string& group, const std::function<bool(Entry&)>& edit) {
    const QModelIndex found = indexOf(group);
    if (found.isValid() && edit(m_families[found.internalId() - 1][static_cast<std::size_t>(found.row())])) {
        Q_EMIT dataChanged(found, found.siblingAtColumn(ColumnCount - 1));
    }
}

void GroupListModel::setStory(const std::string& group, Story story) {
    change(group, [&](Entry& entry) { return std::exchange(entry.story, story) != story; });
}

void GroupListModel::setLag(const std::string& group, std::int64_t lag) {
    change(group, [&](Entry& entry) { return std::exchange(entry.listing.lag, lag) != lag; });
}

const GroupListModel::Entry* GroupListModel::entryOf(const QModelIndex& index) const {
    if (!index.isValid() || index.internalId() == kHeadingId) {
        return nullptr;
    }
    const Family& family = m_families[index.internalId() - 1];
    return static_cast<std::size_t>(index.row()) < family.size() ? &family[static_cast<std::size_t>(index.row())]
                                                                 : nullptr;
}

const GroupListing* GroupListModel::listing(const QModelIndex& index) const {
    const Entry* entry = entryOf(index);
    return entry != nullptr ? &entry->listing : nullptr;
}

int GroupListModel::groupCount() const {
    std::size_t count = 0;
    for (const Family& family : m_families) {
        count += family.size();
    }
    return static_cast<int>(count);
}

QModelIndex GroupListModel::index(int row, int column, const QModelIndex& parent) const {
    if (row < 0 || column < 0 || column >= ColumnCount || row >= rowCount(parent)) {
        return {};
    }
    return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) + 1 : kHeadingId);
}

QModelIndex GroupListModel::parent(const QModelIndex& child) const {
    return !child.isValid() || child.internalId() == kHeadingId
               ? QModelIndex()
               : createIndex(static_cast<int>(child.internalId() - 1), 0, kHeadingId);
}

int GroupListModel::rowCount(const QModelIndex& parent) const {
    if (!parent.isValid()) {
        return static_cast<int>(m_families.size());
    }
    const bool isHeading = parent.internalId() == kHeadingId && parent.column() == 0;
    return isHeading ? static_cast<int>(m_families[static_cast<std::size_t>(parent.row())].size()) : 0;
}

int GroupListModel::columnCount(const QModelIndex& /*parent*/) const {
    return ColumnCount;
}

Qt::ItemFlags GroupListModel::flags(const QModelIndex& index) const {
    if (!index.isValid()) {
        return Qt::NoItemFlags;
    }
    return entryOf(index) != nullptr ? Qt::ItemIsEnabled | Qt::ItemIsSelectable : Qt::ItemIsEnabled;
}

QVariant GroupListModel::cell(const Entry& entry, int column) const {
    const GroupListing& listing = entry.listing;
    const auto number = [](std::int64_t value) { return value < 0 ? QStringLiteral("–") : grouped(value); };
    switch (column) {
        case NameColumn:
            return QString::fromStdString(listing.group);
        case StateColumn:
            return QString::fromStdString(listing.row.state);
        case MembersColumn:
            return number(listing.row.members);
        case CoordinatorColumn:
            return number(listing.row.coordinator);
        case LagColumn:
            return number(listing.lag);
        case RebalancesColumn:
            return number(entry.story.rebalances);
        default:
            return {};
    }
}

QString GroupListModel::summary(const Entry& entry) const {
    const GroupListing& listing = entry.listing;
    QStringList parts;
    if (!listing.row.state.empty()) {
        parts.append(QString::fromStdString(listing.row.state));
    }
    if (listing.row.members >= 0) {
        parts.append(countText(static_cast<std::uint64_t>(listing.row.members), tr("member"), tr("members")));
    }
    if (listing.lag >= 0) {
        parts.append(tr("lag %1").arg(grouped(listing.lag)));
    }
    if (parts.isEmpty()) {
        parts.append(listing.row.problem.empty() ? tr("not asked yet") : QString::fromStdString(listing.row.problem));
    }
    return parts.join(QStringLiteral(" · "));
}

QString GroupListModel::toolTip(const Entry& entry) const {
    const GroupListing& listing = entry.listing;
    QStringList lines{QString::fromStdString(listing.group), summary(entry)};
    if (listing.row.coordinator >= 0) {
        lines.append(tr("coordinator: broker %1").arg(listing.row.coordinator));
    }
    if (entry.story.rebalances >= 0) {
        lines.append(
            countText(static_cast<std::uint64_t>(entry.story.rebalances), tr("rebalance seen"), tr("rebalances seen")) +
            (entry.story.isFlapping ? tr(", again and again in the last ten minutes") : QString()));
    }
    if (!listing.row.problem.empty()) {
        lines.append(QString::fromStdString(listing.row.problem));
    }
    return lines.join(QLatin1Char('\n'));
}

QVariant GroupListModel::data(const QModelIndex& index, int role) const {
    const Entry* entry = entryOf(index);
    if (entry == nullptr) {
        const bool isTitle = index.isValid() && role == Qt::DisplayRole && index.column() == NameColumn;
        return isTitle ? QVariant(familyTitle(index.row())) : QVariant();
    }
    switch (role) {
        case Qt::DisplayRole:
            return cell(*entry, index.column());
        case Qt::ToolTipRole:
            return toolTip(*entry);
        case Qt::AccessibleTextRole:
            return QStringLiteral("%1, %2").arg(QString::fromStdString(entry->listing.group), summary(*entry));
        case Qt::TextAlignmentRole:
            return QVariant::fromValue((index.column() >= MembersColumn ? Qt::AlignRight : Qt::AlignLeft) |
                                       Qt::AlignVCenter);
        case GroupRole:
            return QString::fromStdString(entry->listing.group);
        case StateRole:
            return QString::fromStdString(entry->listing.row.state);
        case SummaryRole:
            return summary(*entry);
        case FlappingRole:
            return entry->story.isFlapping;
        case ProblemRole:
            return QString::fromStdString(entry->listing.row.problem);
        default:
            return {};
    }
}

QVariant GroupListModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return {};
    }
    return QStringList{tr("Group"), tr("State"), tr("Members"), tr("Coordinator"), tr("Lag"), tr("Rebalances")}.value(
        section);
}

GroupFilterModel::GroupFilterModel(QObject* parent) : WordFilterModel(parent) {
    setRecursiveFilteringEnabled(true);
}

QString GroupFilterModel::searchedText(const QModelIndex& row) const {
    return QStringLiteral("%1 %2 %3")
        .arg(row.data().toString(), row.data(GroupListModel::StateRole).toString(), row.parent().data().toString())
        .toLower();
}

}  // namespace brokerscope
