#include "ui/models/reference_tables.h"

#include "core/schema/definition_releases.h"
#include "core/text/error_texts.h"
#include "core/text/record_type_table.h"
#include "core/text/version_notes.h"
#include "ui/models/reference_target.h"

#include <QCoreApplication>

namespace brokerscope {
namespace {

struct ReferenceTexts {
    Q_DECLARE_TR_FUNCTIONS(ReferenceTables)
};

QString plain(const std::string& text) {
    return QString::fromStdString(text);
}

QString rangeOrNothing(const VersionRange& range) {
    return range.isEmpty() ? QString() : plain(range.toString());
}

QString joined(const std::vector<std::string>& words) {
    QStringList list;
    for (const std::string& word : words) {
        list.append(plain(word));
    }
    return list.join(QStringLiteral(", "));
}

QString statusText(RecordTypeFacts::Status status) {
    switch (status) {
        case RecordTypeFacts::Status::Retired:
            return ReferenceTexts::tr("retired");
        case RecordTypeFacts::Status::Reserved:
            return ReferenceTexts::tr("reserved");
        default:
            return ReferenceTexts::tr("current");
    }
}

QString variantsText(const std::vector<RecordVariant>& variants) {
    QStringList texts;
    for (const RecordVariant& variant : variants) {
        texts.append(ReferenceTexts::tr("also as %1: %2").arg(plain(variant.as), plain(variant.says)));
    }
    return texts.join(QStringLiteral("; "));
}

QString releaseName(const DefinitionInRelease& facts) {
    return facts.release.empty() ? ReferenceTexts::tr("Brokerscope's own") : plain(facts.release);
}

QString unstableText(const DefinitionInRelease& facts) {
    return facts.isPreview ? ReferenceTexts::tr("preview") : rangeOrNothing(facts.unstable);
}

// "request" and "response" of an API; a definition by itself needs no side.
QString sideText(const VersionComparison& comparison) {
    return comparison.label == comparison.definition ? QString() : plain(comparison.label);
}

QString changeWord(const LayoutChange& change) {
    return plain(change.change);
}

QString placeText(const LayoutChange& change) {
    return change.path.empty() ? ReferenceTexts::tr("(whole message)") : plain(change.path);
}

QStringList changeColumns() {
    return {ReferenceTexts::tr("Version"), ReferenceTexts::tr("Side"), ReferenceTexts::tr("Change"),
            ReferenceTexts::tr("Field"),   ReferenceTexts::tr("From"), ReferenceTexts::tr("To")};
}

// `version` is what stands in the first column.
void addComparisons(FactTable& table, const std::vector<VersionComparison>& comparisons, const QString& version) {
    for (const VersionComparison& comparison : comparisons) {
        const QString side = sideText(comparison);
        if (comparison.changes.empty()) {
            table.rows.push_back({{version, side, ReferenceTexts::tr("same layout"), {}, {}, {}}, {}, -1, true});
        }
        for (const LayoutChange& change : comparison.changes) {
            table.rows.push_back(
                {{version, side, changeWord(change), placeText(change), plain(change.from), plain(change.to)},
                 {},
                 -1,
                 false});
        }
        for (const NoteOnVersion& note : comparison.notes) {
            const QString at = QStringLiteral("v%1").arg(note.version);
            table.rows.push_back({{at, side, ReferenceTexts::tr("note"), plain(note.text), {}, {}}, {}, -1, false});
        }
    }
}

// What has no version before it to be compared with.
void addFirstVersion(FactTable& table, const std::vector<std::string>& definitions, int version) {
    const QString at = QStringLiteral("v%1").arg(version);
    table.rows.push_back({{at, {}, ReferenceTexts::tr("first known version"), {}, {}, {}}, {}, -1, true});
    for (std::size_t i = 0; i < definitions.size(); ++i) {
        const QString side = definitions.size() < 2 ? QString()
                             : i == 0               ? QStringLiteral("request")
                                                    : QStringLiteral("response");
        for (const std::string& note : versionNotes(definitions[i], version)) {
            table.rows.push_back({{at, side, ReferenceTexts::tr("note"), plain(note), {}, {}}, {}, -1, false});
        }
    }
}

}  // namespace

FactTable errorCodeTable(const SchemaRegistry& registry) {
    FactTable table;
    table.columns = {ReferenceTexts::tr("Code"), ReferenceTexts::tr("Name"), ReferenceTexts::tr("Retriable"),
                     ReferenceTexts::tr("Meaning"), ReferenceTexts::tr("What to do")};
    table.numberColumns = {0};
    for (const ErrorCodeInfo& info : registry.errorCodes()) {
        const ErrorText& text = errorText(info.code);
        table.rows.push_back(
            {{QString::number(info.code), plain(info.name),
              info.retriable ? ReferenceTexts::tr("retriable") : QString(), plain(text.text), plain(text.hint)},
             {},
             info.code,
             false});
    }
    return table;
}

FactTable recordTypeFacts(const SchemaRegistry& registry, const InternalTopicFacts& topic) {
    FactTable table;
    table.columns = {ReferenceTexts::tr("Type"),         ReferenceTexts::tr("Name"),
                     ReferenceTexts::tr("Status"),       ReferenceTexts::tr("Key"),
                     ReferenceTexts::tr("Value"),        ReferenceTexts::tr("Value versions"),
                     ReferenceTexts::tr("Releases"),     ReferenceTexts::tr("What it is about"),
                     ReferenceTexts::tr("Other layouts")};
    table.numberColumns = {0};
    for (const RecordTypeRow& row : recordTypeTable(registry, topic)) {
        const std::string& definition = row.valueDefinition.empty() ? row.keyDefinition : row.valueDefinition;
        const ReferenceTarget target{ReferenceTarget::Kind::Definition, plain(definition), -1};
        table.rows.push_back({{QString::number(row.type), plain(row.name), statusText(row.status),
                               plain(row.keyDefinition), plain(row.valueDefinition), rangeOrNothing(row.valueVersions),
                               joined(row.releases), plain(row.subject), variantsText(row.variants)},
                              definition.empty() ? QString() : target.toText(),
                              row.type,
                              row.status != RecordTypeFacts::Status::Current});
    }
    return table;
}

FactTable releaseFactTable(const SchemaRegistry& registry, const std::vector<std::string>& definitions) {
    FactTable table;
    table.columns = {
        ReferenceTexts::tr("Release"),  ReferenceTexts::tr("Definition"), ReferenceTexts::tr("Versions"),
        ReferenceTexts::tr("Flexible"), ReferenceTexts::tr("Header"),     ReferenceTexts::tr("Deprecated"),
        ReferenceTexts::tr("Unstable"), ReferenceTexts::tr("Listeners"),  ReferenceTexts::tr("Part of Kafka")};
    for (const std::string& definition : definitions) {
        for (const DefinitionInRelease& facts : releasesOf(registry, definition)) {
            const QString versions =
                facts.versions.isEmpty() ? ReferenceTexts::tr("none left") : rangeOrNothing(facts.versions);
            table.rows.push_back({{releaseName(facts), plain(definition), versions, rangeOrNothing(facts.flexible),
                                   plain(headersText(facts.headers)), rangeOrNothing(facts.deprecated),
                                   unstableText(facts), joined(facts.listeners), plain(facts.component)},
                                  {},
                                  -1,
                                  facts.isPreview || facts.versions.isEmpty()});
        }
    }
    return table;
}

FactTable changeTable(const SchemaRegistry& registry, const std::vector<std::string>& definitions, VersionPair pair,
                      const SchemaChoice& choice) {
    FactTable table;
    table.columns = changeColumns();
    const auto comparisons = compareVersions(registry, definitions, pair, choice);
    const QString versions = QStringLiteral("v%1 → v%2").arg(pair.from).arg(pair.to);
    if (!comparisons) {
        table.rows.push_back(
            {{versions, {}, ReferenceTexts::tr("unknown"), plain(comparisons.error().text()), {}, {}}, {}, -1, true});
        return table;
    }
    addComparisons(table, *comparisons, versions);
    return table;
}

FactTable historyTable(const SchemaRegistry& registry, const std::vector<std::string>& definitions,
                       const VersionRange& versions, const SchemaChoice& choice) {
    FactTable table;
    table.columns = changeColumns();
    for (int version = versions.max; version > versions.min; --version) {
        if (const auto comparisons = compareVersions(registry, definitions, {version - 1, version}, choice)) {
            addComparisons(table, *comparisons, QStringLiteral("v%1").arg(version));
        }
    }
    if (!versions.isEmpty()) {
        addFirstVersion(table, definitions, versions.min);
    }
    return table;
}

}  // namespace brokerscope
