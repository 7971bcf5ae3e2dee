#include "core/query/filter_completion.h"

#include "core/base/ascii.h"
#include "core/query/field_names.h"
#include "core/query/filter_parser.h"
#include "core/schema/field_meaning.h"

#include <algorithm>
#include <array>

namespace brokerscope {
namespace {

bool beginsWith(std::string_view text, std::string_view beginning) {
    return text.size() >= beginning.size() && equalIgnoringCase(text.substr(0, beginning.size()), beginning);
}

// Collects the offers that go on with what is typed.
class Offers {
public:
    Offers(std::string_view typed, std::size_t most) : m_typed(typed), m_most(most) {}

    void add(std::string text, std::string about) {
        if (m_offers.size() < m_most && beginsWith(text, m_typed)) {
            m_offers.push_back({std::move(text), std::move(about)});
        }
    }
    std::vector<FilterOffer> take() { return std::move(m_offers); }

private:
    std::string_view m_typed;
    std::size_t m_most;
    std::vector<FilterOffer> m_offers;
};

// "response.topics[].par": the fields of response.topics[].
void offerFields(Offers& offers, std::string_view typed, const SchemaRegistry& registry) {
    const std::string_view parent = typed.substr(0, typed.rfind('.'));
    const auto scope =
        std::ranges::find_if(kPathScopes, [&](PathScope s) { return typed.starts_with(scopePrefix(s)); });
    if (scope == kPathScopes.end()) {
        return;
    }
    std::string schemaPath;
    if (parent.size() + 1 > scopePrefix(*scope).size()) {
        const auto path = FilterPath::parse(parent);
        if (!path) {
            return;
        }
        schemaPath = path->schemaPath();
    }
    for (const std::string& name : fieldsBelow(registry, *scope, schemaPath)) {
        offers.add(std::string(parent) + '.' + name, {});
    }
}

void offerNames(Offers& offers, std::string_view typed, const FilterVocabulary& vocabulary) {
    for (const FilterColumn& column : vocabulary.columns) {
        offers.add(column.name, column.about);
    }
    if (!vocabulary.hasExchangePaths) {
        return;
    }
    offers.add("request.", "a field of the request");
    offers.add("response.", "a field of the response");
    offers.add("header.", "a field of the request header");
    if (vocabulary.registry != nullptr && typed.find('.') != std::string_view::npos) {
        offerFields(offers, typed, *vocabulary.registry);
    }
}

void offerOperators(Offers& offers, std::string_view name, const FilterVocabulary& vocabulary) {
    offers.add(":", "is");
    offers.add("!=", "is not");
    offers.add("~", "has the part");
    const auto column = vocabulary.columnIndex(name);
    if (!column || isOrdered(vocabulary.columns[*column].kind)) {
        offers.add(">", "is more than");
        offers.add(">=", "is at least");
        offers.add("<", "is less than");
        offers.add("<=", "is at most");
    }
}

void offerErrors(Offers& offers, const SchemaRegistry& registry) {
    for (const ErrorCodeInfo& error : registry.errorCodes()) {
        offers.add(error.name, std::to_string(error.code));
    }
}

void offerPathValues(Offers& offers, std::string_view name, const SchemaRegistry& registry) {
    const auto path = FilterPath::parse(name);
    if (!path || path->scope == PathScope::Message) {
        return;
    }
    const FieldSpec* field = fieldNamed(registry, path->scope, path->schemaPath());
    if (field == nullptr) {
        return;
    }
    const FieldMeaning* meaning = field->meaning;
    if (meaning != nullptr && meaning->isErrorCode) {
        offerErrors(offers, registry);
    } else if (meaning != nullptr && meaning->enumeration != nullptr) {
        for (const EnumTable::Value& value : meaning->enumeration->values) {
            offers.add(value.name, {});
        }
    } else if (field->type == FieldType::Bool) {
        offers.add("true", {});
        offers.add("false", {});
    }
}

void offerValues(Offers& offers, std::string_view name, const FilterVocabulary& vocabulary) {
    const auto column = vocabulary.columnIndex(name);
    const SchemaRegistry* registry = vocabulary.registry;
    if (!column) {
        if (registry != nullptr) {
            offerPathValues(offers, name, *registry);
        }
        return;
    }
    const FilterKind kind = vocabulary.columns[*column].kind;
    if (kind == FilterKind::Api && registry != nullptr) {
        for (const ApiInfo& api : registry->apis()) {
            offers.add(api.name, std::to_string(api.key));
        }
    } else if (kind == FilterKind::ErrorCode && registry != nullptr) {
        offerErrors(offers, *registry);
    } else if (kind == FilterKind::Flag) {
        offers.add("true", {});
        offers.add("false", {});
    }
}

}  // namespace

FilterCompletion completeFilter(std::string_view text, std::size_t cursor, const FilterVocabulary& vocabulary,
                                std::size_t most) {
    const std::string_view before = text.substr(0, cursor);
    FilterParser parser(before, vocabulary);
    // What is wrong with an unfinished text does not matter here.
    [[maybe_unused]] const auto unfinished = parser.parse();
    FilterSlot slot = parser.slot();
    FilterCompletion completion;
    // After a blank a name is complete: an operator may follow, or the next test.
    const bool isBetween = slot.kind == FilterSlot::Kind::Operator;
    completion.begin = std::min(slot.begin, before.size());
    const bool isFinished = slot.kind == FilterSlot::Kind::Value && !before.empty() && before.back() == ' ' &&
                            completion.begin < before.size();
    if (isFinished) {
        slot = {FilterSlot::Kind::Name, before.size(), {}};
        completion.begin = before.size();
    }
    const std::string_view typed = before.substr(completion.begin);
    Offers offers(typed, most);
    if (isBetween) {
        offerOperators(offers, slot.name, vocabulary);
    } else if (slot.kind == FilterSlot::Kind::Value) {
        offerValues(offers, slot.name, vocabulary);
    } else {
        offerNames(offers, typed, vocabulary);
    }
    completion.offers = offers.take();
    // A whole name: its operators come next, right behind it.
    if (slot.kind == FilterSlot::Kind::Name && vocabulary.columnIndex(typed)) {
        Offers next({}, most);
        offerOperators(next, typed, vocabulary);
        for (FilterOffer& offer : next.take()) {
            completion.offers.push_back({std::string(typed) + offer.text, std::move(offer.about)});
        }
    }
    return completion;
}

}  // namespace brokerscope
