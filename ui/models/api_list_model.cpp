#include "ui/models/api_list_model.h"

#include "core/schema/overlays.h"
#include "ui/models/field_words.h"
#include "ui/models/roles.h"

#include <algorithm>

namespace brokerscope {
namespace {

constexpr int kNameColumn = 0;
constexpr int kColumns = 2;

}  // namespace

ApiListModel::ApiListModel(const SchemaRegistry& registry, QObject* parent)
    : QAbstractItemModel(parent), m_registry(registry) {
    build();
}

void ApiListModel::setBroker(std::optional<BrokerRanges> ranges) {
    if (ranges == m_broker) {
        return;
    }
    beginResetModel();
    m_broker = std::move(ranges);
    build();
    endResetModel();
}

void ApiListModel::build() {
    m_families.clear();
    std::vector<bool> listed(m_registry.apis().size(), false);
    const auto add = [&](Family& family, const ApiInfo& api) {
        listed[static_cast<std::size_t>(&api - m_registry.apis().data())] = true;
        if (!api.request.isEmpty()) {
            family.entries.push_back({api.key, &api, {}});
        }
    };
    for (const ApiFamily& known : m_registry.overlays().families()) {
        Family family{QString::fromStdString(known.name), {}};
        for (const std::int16_t key : known.apiKeys) {
            if (const ApiInfo* api = m_registry.api(key)) {
                add(family, *api);
            }
        }
        m_families.push_back(std::move(family));
    }
    Family others{tr("Other"), {}};
    for (std::size_t i = 0; i < listed.size(); ++i) {
        if (!listed[i]) {
            add(others, m_registry.apis()[i]);
        }
    }
    m_families.push_back(std::move(others));
    Family unknown{tr("Known to the broker alone"), {}};
    for (const auto& [key, range] : m_broker.value_or(BrokerRanges{})) {
        if (m_registry.api(key) == nullptr) {
            unknown.entries.push_back({key, nullptr, {}});
        }
    }
    m_families.push_back(std::move(unknown));
    std::erase_if(m_families, [](const Family& family) { return family.entries.empty(); });
}

QModelIndex ApiListModel::indexOfKey(int apiKey) const {
    for (std::size_t f = 0; f < m_families.size(); ++f) {
        const auto& entries = m_families[f].entries;
        const auto found = std::ranges::find(entries, apiKey, &Entry::key);
        if (found != entries.end()) {
            return createIndex(static_cast<int>(found - entries.begin()), 0, quintptr{f + 1});
        }
    }
    return {};
}

QModelIndex ApiListModel::index(int row, int column, const QModelIndex& parent) const {
    if (!hasIndex(row, column, parent)) {
        return {};
    }
    // The internal id is 0 for a family, else the number of its family from 1 on.
    return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) + 1 : quintptr{0});
}

QModelIndex ApiListModel::parent(const QModelIndex& child) const {
    return child.isValid() && child.internalId() != 0
               ? createIndex(static_cast<int>(child.internalId()) - 1, 0, quintptr{0})
               : QModelIndex();
}

int ApiListModel::rowCount(const QModelIndex& parent) const {
    if (!parent.isValid()) {
        return static_cast<int>(m_families.size());
    }
    if (parent.internalId() != 0 || parent.column() != 0) {
        return 0;
    }
    return static_cast<int>(m_families[static_cast<std::size_t>(parent.row())].entries.size());
}

int ApiListModel::columnCount(const QModelIndex& /*parent*/) const {
    return kColumns;
}

const ApiListModel::Entry* ApiListModel::entryOf(const QModelIndex& index) const {
    if (!index.isValid() || index.internalId() == 0) {
        return nullptr;
    }
    return &m_families[index.internalId() - 1].entries[static_cast<std::size_t>(index.row())];
}

Qt::ItemFlags ApiListModel::flags(const QModelIndex& index) const {
    const Qt::ItemFlags flags = QAbstractItemModel::flags(index);
    return entryOf(index) != nullptr ? flags | Qt::ItemNeverHasChildren : flags & ~Qt::ItemIsSelectable;
}

QString ApiListModel::versionsText(const Entry& entry) const {
    if (entry.info != nullptr) {
        return QString::fromStdString(entry.info->request.toString());
    }
    const auto advertised = m_broker ? m_broker->find(entry.key) : BrokerRanges::const_iterator{};
    return m_broker && advertised != m_broker->end() ? QString::fromStdString(advertised->second.toString())
                                                     : QString();
}

int ApiListModel::support(const Entry& entry) const {
    if (!m_broker) {
        return static_cast<int>(Support::NotConnected);
    }
    if (entry.info == nullptr) {
        return static_cast<int>(Support::UnknownHere);
    }
    const auto found = m_broker->find(entry.key);
    const bool common = found != m_broker->end() && !found->second.intersect(entry.info->request).isEmpty();
    return static_cast<int>(common ? Support::Supported : Support::NotSupported);
}

QString ApiListModel::supportText(const Entry& entry) const {
    switch (static_cast<Support>(support(entry))) {
        case Support::NotConnected:
            return tr("key %1 · versions %2").arg(entry.key).arg(versionsText(entry));
        case Support::UnknownHere:
            return tr("The broker supports key %1, versions %2; no loaded definition has it.")
                .arg(entry.key)
                .arg(versionsText(entry));
        case Support::NotSupported: {
            const auto found = m_broker->find(entry.key);
            return found == m_broker->end()
                       ? tr("key %1 · the broker does not list it").arg(entry.key)
                       : tr("key %1 · the broker knows %2, the definitions %3")
                             .arg(entry.key)
                             .arg(QString::fromStdString(found->second.toString()), versionsText(entry));
        }
        case Support::Supported:
            break;
    }
    return tr("key %1 · versions %2 · the broker knows %3")
        .arg(entry.key)
        .arg(versionsText(entry), QString::fromStdString(m_broker->at(entry.key).toString()));
}

QString ApiListModel::searchText(const Entry& entry, const Family& family) const {
    if (entry.search.isEmpty()) {
        QString fields;
        if (entry.info != nullptr) {
            if (const auto spec = m_registry.spec(entry.info->name + "Request")) {
                fields = fieldWords((*spec)->root);
            }
        }
        const QString name = entry.info != nullptr ? QString::fromStdString(entry.info->name).toLower() : QString();
        entry.search = QStringLiteral("%1 %2 %3 ").arg(name).arg(entry.key).arg(family.title.toLower()) + fields;
    }
    return entry.search;
}

QVariant ApiListModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    const Entry* entry = entryOf(index);
    if (entry == nullptr) {
        const bool isTitle = role == Qt::DisplayRole && index.column() == kNameColumn;
        return isTitle ? QVariant(m_families[static_cast<std::size_t>(index.row())].title) : QVariant();
    }
    switch (role) {
        case Qt::DisplayRole:
            if (index.column() != kNameColumn) {
                return QStringLiteral("%1 · %2").arg(entry->key).arg(versionsText(*entry));
            }
            return entry->info != nullptr ? QString::fromStdString(entry->info->name) : tr("key %1").arg(entry->key);
        case Qt::ToolTipRole:
            return supportText(*entry);
        case ApiKeyRole:
            return entry->key;
        case ApiVersionsRole:
            return versionsText(*entry);
        case SupportRole:
            return support(*entry);
        case SearchRole:
            return searchText(*entry, m_families[index.internalId() - 1]);
        default:
            return {};
    }
}

QVariant ApiListModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole || section >= kColumns) {
        return {};
    }
    return section == kNameColumn ? tr("API") : tr("Key and versions");
}

ApiFilterModel::ApiFilterModel(QObject* parent) : WordFilterModel(parent) {
    setRecursiveFilteringEnabled(true);
}

QString ApiFilterModel::searchedText(const QModelIndex& row) const {
    return row.data(SearchRole).toString();
}

}  // namespace brokerscope
