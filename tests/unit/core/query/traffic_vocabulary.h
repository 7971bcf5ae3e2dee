#pragma once

#include "core/query/field_source.h"
#include "core/query/filter_vocabulary.h"

#include <map>
#include <string>
#include <variant>
#include <vector>

// Rows for tests of filters: columns as a list of traffic has them, and rows whose values a test writes down.
namespace brokerscope::testing {

inline const FilterVocabulary& trafficVocabulary() {
    static const FilterVocabulary vocabulary{{{"api", FilterKind::Api, "API of the request"},
                                              {"version", FilterKind::Integer, "version of the request"},
                                              {"error", FilterKind::ErrorCode, "error codes in the response"},
                                              {"topic", FilterKind::Text, "topics named"},
                                              {"latency", FilterKind::Duration, "request to last byte of the response"},
                                              {"bytes", FilterKind::Size, "request and response"},
                                              {"internal", FilterKind::Flag, "sent by the program itself"},
                                              {"time", FilterKind::Time, "when it was sent"}},
                                             &SchemaRegistry::embedded(),
                                             true,
                                             false,
                                             // Two hours ahead.
                                             [](std::int64_t) { return std::int64_t{7'200'000}; }};
    return vocabulary;
}

using TestValue = std::variant<std::nullptr_t, bool, std::int64_t, double, std::string>;

class TestRow : public FieldSource {
public:
    std::map<std::string, std::vector<TestValue>> values;  // by column or path

    void visitColumn(std::size_t column, const FieldVisitor& visit) const override {
        visitAll(trafficVocabulary().columns[column].name, visit);
    }
    void visitPath(const FilterPath& path, const FieldVisitor& visit) const override {
        visitAll(path.toString(), visit);
    }

private:
    void visitAll(const std::string& name, const FieldVisitor& visit) const {
        const auto found = values.find(name);
        if (found == values.end()) {
            return;
        }
        for (const TestValue& value : found->second) {
            if (std::visit([&visit](const auto& v) { return visit({valueOf(v), {}}); }, value)) {
                return;
            }
        }
    }
    static std::string_view valueOf(const std::string& text) { return text; }
    template <typename T>
    static T valueOf(T value) {
        return value;
    }
};

}  // namespace brokerscope::testing
