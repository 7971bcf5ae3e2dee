#include "core/schema/field_meanings.h"

#include "core/schema/field_path.h"
#include "core/schema/field_rules.h"
#include "core/schema/overlay_reader.h"
#include "core/schema/schema_blob.h"
#include "core/schema/schema_registry.h"

#include <algorithm>
#include <deque>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <set>
#include <unordered_map>

namespace brokerscope {
namespace {

using Rules = std::vector<const FieldRule*>;
using RulesByName = std::unordered_map<std::string, Rules>;

const Rules& rulesOf(const RulesByName& rules, const std::string& name) {
    static const Rules none;
    const auto found = rules.find(name);
    return found == rules.end() ? none : found->second;
}

// Gives the fields of one definition their meanings.
class Binder {
public:
    Binder(MessageSpec& spec, const RulesByName& byMessage, const RulesByName& byField)
        : m_spec(spec), m_byField(byField) {
        for (const FieldRule* rule : rulesOf(byMessage, spec.name)) {
            if (const FieldSpec* field = fieldAt(spec, rule->path); field != nullptr && rule->fits(*field)) {
                m_own[field].push_back(rule);
            }
        }
    }

    void bind() {
        bindStruct(m_spec.root);
        for (const auto& structure : m_spec.structs) {
            bindStruct(*structure);
        }
        m_spec.meanings = m_meanings;
    }

private:
    void bindStruct(StructSpec& structure) {
        for (FieldSpec& field : structure.fields) {
            FieldMeaning meaning;
            bool isKnown = !field.entityType.empty();
            for (const FieldAspect aspect : kFieldAspects) {
                isKnown |= applyAspect(aspect, field, meaning);
            }
            // The definition's own word comes first; the overlay speaks where it is silent.
            meaning.entity = field.entityType.empty() ? meaning.entity : field.entityType;
            if (!meaning.errorText.empty() && structure.find(meaning.errorText) == nullptr) {
                meaning.errorText.clear();
            }
            if (isKnown) {
                field.meaning = &m_meanings->emplace_back(std::move(meaning));
            }
        }
    }

    // Rules that name the message win over those that name only the field; then the first.
    bool applyAspect(FieldAspect aspect, const FieldSpec& field, FieldMeaning& meaning) const {
        bool applied = false;
        if (const auto own = m_own.find(&field); own != m_own.end()) {
            for (const FieldRule* rule : own->second) {
                if (rule->aspect == aspect && (!applied || addsUp(aspect))) {
                    rule->apply(meaning);
                    applied = true;
                }
            }
        }
        for (const FieldRule* rule : rulesOf(m_byField, field.jsonName)) {
            if (!applied && rule->aspect == aspect && rule->speaksOf(m_spec, field) && rule->fits(field)) {
                rule->apply(meaning);
                applied = true;
            }
        }
        return applied;
    }

    MessageSpec& m_spec;
    const RulesByName& m_byField;
    std::unordered_map<const FieldSpec*, Rules> m_own;
    std::shared_ptr<std::deque<FieldMeaning>> m_meanings = std::make_shared<std::deque<FieldMeaning>>();
};

tl::unexpected<Error> refuse(const FieldRule& rule, std::string reason) {
    return failure(MessageId::OverlayInvalid, {rule.file, rule.place, std::move(reason)});
}

bool conditionsExist(const FieldRule& rule, const MessageSpec& spec) {
    const auto exists = [&](const OverlayCondition& condition) { return fieldAt(spec, condition.path) != nullptr; };
    return std::all_of(rule.says.secrets.begin(), rule.says.secrets.end(), [&](const OverlayScope& scope) {
        return std::all_of(scope.when.begin(), scope.when.end(), exists) &&
               std::all_of(scope.unless.begin(), scope.unless.end(), exists);
    });
}

// A name that stands in no version of the field would never be seen.
Result<void> checkLabelVersions(const FieldRule& rule, const VersionRange& versions) {
    if (rule.says.enumeration == nullptr) {
        return {};
    }
    for (const EnumTable::Value& value : rule.says.enumeration->values) {
        if (value.versions.intersect(versions).isEmpty()) {
            return refuse(rule, fmt::format("{} is for versions {}, {} has {}", value.name, value.versions.toString(),
                                            rule.path, versions.toString()));
        }
    }
    return {};
}

}  // namespace

struct FieldMeanings::Impl {
    MeaningTables tables;
    std::vector<FieldRule> rules;
    RulesByName byMessage;  // into `rules`
    RulesByName byField;

    void index() {
        for (const FieldRule& rule : rules) {
            rule.message.empty() ? byField[rule.field].push_back(&rule) : byMessage[rule.message].push_back(&rule);
        }
    }

    // Adds the rules by field that speak of some field of the struct.
    void meet(const MessageSpec& spec, const StructSpec& structure, std::set<const FieldRule*>& met) const {
        for (const FieldSpec& field : structure.fields) {
            for (const FieldRule* rule : rulesOf(byField, field.jsonName)) {
                if (rule->speaksOf(spec, field) && rule->fits(field)) {
                    met.insert(rule);
                }
            }
        }
    }

    // Whether a rule that names a message meets a field there, in some release.
    static Result<void> checkMessageRule(const FieldRule& rule, const SchemaRegistry& registry) {
        bool met = false;
        VersionRange versions;
        for (std::size_t i = 0; i < registry.definitions().size(); ++i) {
            if (registry.definitions()[i].name != rule.message) {
                continue;
            }
            const auto spec = registry.definition(i);
            const FieldSpec* field = spec ? fieldAt(**spec, rule.path) : nullptr;
            if (field != nullptr && !rule.fits(*field)) {
                return refuse(rule, fmt::format("{} has type {}", rule.path, writtenType(*field)));
            }
            if (field != nullptr && !conditionsExist(rule, **spec)) {
                return refuse(rule, "a condition's path does not exist");
            }
            met |= field != nullptr;
            versions = field != nullptr ? versions.hull((*spec)->validVersions.intersect(field->versions)) : versions;
        }
        return met ? checkLabelVersions(rule, versions)
                   : refuse(rule, fmt::format("{} has no field {}", rule.message, rule.path));
    }
};

FieldMeanings::FieldMeanings(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}
FieldMeanings::~FieldMeanings() = default;
FieldMeanings::FieldMeanings(FieldMeanings&&) noexcept = default;
FieldMeanings& FieldMeanings::operator=(FieldMeanings&&) noexcept = default;

const FieldMeanings& FieldMeanings::embedded() {
    // Never destroyed: specs point into its tables. The texts are ours and a test reads them all.
    static const FieldMeanings* const meanings = [] {
        std::vector<OverlayText> texts;
        for (const SchemaBlob::Text& text : SchemaBlob::embedded().textsUnder("schemas/overlays/")) {
            texts.push_back({std::string(text.path), text.text});
        }
        auto result = read(texts);
        return new FieldMeanings(result ? std::move(*result) : FieldMeanings(std::make_unique<Impl>()));
    }();
    return *meanings;
}

Result<FieldMeanings> FieldMeanings::read(const std::vector<OverlayText>& texts) {
    auto impl = std::make_unique<Impl>();
    try {
        for (const OverlayText& text : texts) {
            readFieldRules(parseDefinitionText(text.text, text.file), text.file, impl->tables, impl->rules);
        }
    } catch (const SchemaFault& fault) {
        return tl::unexpected(overlayError(fault));
    }
    impl->index();
    return FieldMeanings(std::move(impl));
}

void FieldMeanings::bind(MessageSpec& spec) const {
    Binder(spec, m_impl->byMessage, m_impl->byField).bind();
}

Result<void> FieldMeanings::validate(const SchemaRegistry& registry) const {
    std::set<const FieldRule*> met;
    for (std::size_t i = 0; i < registry.definitions().size(); ++i) {
        const auto spec = registry.definition(i);
        if (!spec) {
            return tl::unexpected(spec.error());
        }
        m_impl->meet(**spec, (*spec)->root, met);
        for (const auto& structure : (*spec)->structs) {
            m_impl->meet(**spec, *structure, met);
        }
    }
    for (const FieldRule& rule : m_impl->rules) {
        if (rule.message.empty() && !met.contains(&rule)) {
            return refuse(rule, fmt::format("no field {} of type {}", rule.field, rule.type));
        }
        if (auto status = rule.message.empty() ? Result<void>{} : Impl::checkMessageRule(rule, registry); !status) {
            return status;
        }
    }
    return {};
}

const EnumTable* FieldMeanings::enumeration(std::string_view name) const {
    const auto found = m_impl->tables.enums.find(name);
    return found == m_impl->tables.enums.end() ? nullptr : found->second.get();
}

}  // namespace brokerscope
