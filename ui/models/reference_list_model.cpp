#include "ui/models/reference_list_model.h"

#include "core/schema/overlays.h"
#include "core/schema/own_formats.h"
#include "core/text/lesson.h"
#include "core/text/primitive_types.h"
#include "core/text/record_type_table.h"
#include "ui/models/field_words.h"

#include <algorithm>
#include <map>

namespace brokerscope {
namespace {

using TargetKind = ReferenceTarget::Kind;

constexpr int kTitleColumn = 0;
constexpr int kReferenceColumns = 2;

// Where a definition that is no request or response is listed.
enum class Shelf : int { Headers, Keys, Values, Metadata, Data };

Shelf shelfOf(MessageType type) {
    switch (type) {
        case MessageType::Header:
            return Shelf::Headers;
        case MessageType::CoordinatorKey:
            return Shelf::Keys;
        case MessageType::CoordinatorValue:
            return Shelf::Values;
        case MessageType::Metadata:
            return Shelf::Metadata;
        default:
            return Shelf::Data;
    }
}

}  // namespace

ReferenceListModel::ReferenceListModel(const SchemaRegistry& registry, QObject* parent)
    : QAbstractItemModel(parent), m_registry(registry) {
    addLookUps();
    addRecordTypes();
    addLessons();
    addFamilies();
    addDefinitions();
    addOwnFormats();
    std::erase_if(m_sections, [](const Section& section) { return section.entries.empty(); });
}

void ReferenceListModel::addLookUps() {
    Section section{tr("Look up"), {}};
    section.entries.push_back(
        {{TargetKind::ErrorCodes, {}, -1}, tr("Error codes"), QString::number(m_registry.errorCodes().size()), {}, {}});
    QStringList primitives;
    for (const PrimitiveType& type : primitiveTypes()) {
        primitives.append(QString::fromStdString(primitiveName(type)).toLower());
    }
    section.entries.push_back(
        {{TargetKind::Primitives, {}, -1},
         tr("Primitive types"),
         tr("calculator"),
         {},
         tr("primitive types calculator encodings").toLower() + QLatin1Char(' ') + primitives.join(QLatin1Char(' '))});
    section.entries.push_back(
        {{TargetKind::Partition, {}, -1},
         tr("Partition of a group"),
         tr("calculator"),
         {},
         tr("partition of a group transactional id share coordinator hash calculator").toLower()});
    m_sections.push_back(std::move(section));
}

void ReferenceListModel::addRecordTypes() {
    Section section{tr("Record types"), {}};
    for (const InternalTopicFacts& topic : m_registry.overlays().internalTopics()) {
        const QString name = QString::fromStdString(topic.topic);
        section.entries.push_back({{TargetKind::RecordTypes, name, -1},
                                   name,
                                   QString::number(recordTypeTable(m_registry, topic).size()),
                                   {},
                                   {}});
    }
    m_sections.push_back(std::move(section));
}

void ReferenceListModel::addLessons() {
    Section section{tr("Lessons"), {}};
    for (const Lesson& lesson : lessons()) {
        section.entries.push_back({{TargetKind::Lesson, QString::fromStdString(lesson.name), -1},
                                   QString::fromStdString(lesson.title),
                                   {},
                                   {},
                                   tr("lessons").toLower() + QString::fromStdString(lesson.words()).toLower()});
    }
    m_sections.push_back(std::move(section));
}

void ReferenceListModel::addFamilies() {
    for (const ApiFamily& family : m_registry.overlays().families()) {
        Section section{QString::fromStdString(family.name), {}};
        for (const std::int16_t key : family.apiKeys) {
            if (const ApiInfo* api = m_registry.api(key)) {
                addApi(section, *api);
            }
        }
        m_sections.push_back(std::move(section));
    }
    Section others{tr("Other APIs"), {}};
    for (const ApiInfo& api : m_registry.apis()) {
        if (!indexOf({TargetKind::Api, QString::fromStdString(api.name), -1}).isValid()) {
            addApi(others, api);
        }
    }
    m_sections.push_back(std::move(others));
}

void ReferenceListModel::addApi(Section& section, const ApiInfo& api) const {
    const QString versions =
        api.request.isEmpty() ? tr("none") : QString::fromStdString(api.request.hull(api.response).toString());
    const QString name = QString::fromStdString(api.name);
    section.entries.push_back({{TargetKind::Api, name, -1},
                               name,
                               QStringLiteral("%1 · %2").arg(api.key).arg(versions),
                               {api.name + "Request", api.name + "Response"},
                               {}});
}

void ReferenceListModel::addDefinitions() {
    const QStringList titles{tr("Headers"), tr("Keys of records"), tr("Values of records"),
                             tr("Records of the cluster's metadata"), tr("Other data")};
    std::vector<Section> shelves;
    for (const QString& title : titles) {
        shelves.push_back({title, {}});
    }
    std::map<std::string, const DefinitionHead*> newest;  // definitions come newest first
    for (const DefinitionHead& head : m_registry.definitions()) {
        if (head.type != MessageType::Request && head.type != MessageType::Response) {
            newest.try_emplace(head.name, &head);
        }
    }
    for (const auto& [name, head] : newest) {
        const QString title = QString::fromStdString(name);
        const QString versions = QString::fromStdString(m_registry.versionsOf(name, {{}, true}).toString());
        const QString note = head->apiKey ? tr("type %1 · %2").arg(*head->apiKey).arg(versions) : versions;
        shelves[static_cast<std::size_t>(shelfOf(head->type))].entries.push_back(
            {{TargetKind::Definition, title, -1}, title, note, {name}, {}});
    }
    std::ranges::move(shelves, std::back_inserter(m_sections));
}

void ReferenceListModel::addOwnFormats() {
    Section section{tr("Formats without a definition of Kafka's"), {}};
    for (const std::string& name : OwnFormats::embedded().names()) {
        const QString title = QString::fromStdString(name);
        const QString versions = QString::fromStdString(m_registry.versionsOf(name).toString());
        section.entries.push_back({{TargetKind::Definition, title, -1}, title, versions, {name}, {}});
    }
    m_sections.push_back(std::move(section));
}

QModelIndex ReferenceListModel::indexOf(const ReferenceTarget& target) const {
    for (std::size_t s = 0; s < m_sections.size(); ++s) {
        const auto& entries = m_sections[s].entries;
        const auto found =
            std::ranges::find_if(entries, [&](const Entry& entry) { return entry.target.isSamePage(target); });
        if (found != entries.end()) {
            return createIndex(static_cast<int>(found - entries.begin()), 0, quintptr{s + 1});
        }
    }
    return {};
}

QModelIndex ReferenceListModel::indexOfSection(ReferenceTarget::Kind kind) const {
    const auto found = std::ranges::find_if(
        m_sections, [kind](const Section& section) { return section.entries.front().target.kind == kind; });
    return found == m_sections.end() ? QModelIndex()
                                     : createIndex(static_cast<int>(found - m_sections.begin()), 0, quintptr{0});
}

QModelIndex ReferenceListModel::index(int row, int column, const QModelIndex& parent) const {
    if (!hasIndex(row, column, parent)) {
        return {};
    }
    // The internal id is 0 for a section, else the number of its section from 1 on.
    return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) + 1 : quintptr{0});
}

QModelIndex ReferenceListModel::parent(const QModelIndex& child) const {
    return child.isValid() && child.internalId() != 0
               ? createIndex(static_cast<int>(child.internalId()) - 1, 0, quintptr{0})
               : QModelIndex();
}

int ReferenceListModel::rowCount(const QModelIndex& parent) const {
    if (!parent.isValid()) {
        return static_cast<int>(m_sections.size());
    }
    const bool isSection = parent.internalId() == 0 && parent.column() == 0;
    return isSection ? static_cast<int>(m_sections[static_cast<std::size_t>(parent.row())].entries.size()) : 0;
}

int ReferenceListModel::columnCount(const QModelIndex& /*parent*/) const {
    return kReferenceColumns;
}

const ReferenceListModel::Entry* ReferenceListModel::entryOf(const QModelIndex& index) const {
    if (!index.isValid() || index.internalId() == 0) {
        return nullptr;
    }
    return &m_sections[index.internalId() - 1].entries[static_cast<std::size_t>(index.row())];
}

Qt::ItemFlags ReferenceListModel::flags(const QModelIndex& index) const {
    const Qt::ItemFlags flags = QAbstractItemModel::flags(index);
    return entryOf(index) != nullptr ? flags | Qt::ItemNeverHasChildren : flags;
}

QString ReferenceListModel::searchText(const Entry& entry, const Section& section) const {
    if (entry.search.isEmpty()) {
        entry.search = QStringLiteral("%1 %2 %3").arg(entry.title, entry.note, section.title).toLower();
        for (const std::string& name : entry.parsed) {
            if (const auto spec = m_registry.spec(name, {{}, true})) {
                entry.search += QLatin1Char(' ') + QString::fromStdString(name).toLower() + QLatin1Char(' ') +
                                fieldWords((*spec)->root);
            }
        }
    }
    return entry.search;
}

QVariant ReferenceListModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    const Entry* entry = entryOf(index);
    if (entry == nullptr) {
        const bool isTitle = role == Qt::DisplayRole && index.column() == kTitleColumn;
        return isTitle ? QVariant(m_sections[static_cast<std::size_t>(index.row())].title) : QVariant();
    }
    switch (role) {
        case Qt::DisplayRole:
            return index.column() == kTitleColumn ? entry->title : entry->note;
        case Qt::ToolTipRole:
            return entry->title;
        case TargetRole:
            return entry->target.toText();
        case SearchRole:
            return searchText(*entry, m_sections[index.internalId() - 1]);
        default:
            return {};
    }
}

QVariant ReferenceListModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole || section >= kReferenceColumns) {
        return {};
    }
    return section == kTitleColumn ? tr("Name") : tr("Number and versions");
}

}  // namespace brokerscope
