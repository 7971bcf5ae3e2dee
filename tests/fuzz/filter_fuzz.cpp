// A filter text: parsed, asked of a row that has every kind of value, and completed at a place that its first byte
// names.
#include "core/query/filter.h"
#include "core/query/filter_completion.h"

#include <cstdlib>

using namespace brokerscope;

namespace {

const FilterVocabulary& vocabulary() {
    static const FilterVocabulary words{{{"api", FilterKind::Api, {}},
                                         {"version", FilterKind::Integer, {}},
                                         {"error", FilterKind::ErrorCode, {}},
                                         {"topic", FilterKind::Text, {}},
                                         {"latency", FilterKind::Duration, {}},
                                         {"bytes", FilterKind::Size, {}},
                                         {"internal", FilterKind::Flag, {}}},
                                        &SchemaRegistry::embedded(),
                                        true,
                                        false};
    return words;
}

class Row : public FieldSource {
public:
    void visitColumn(std::size_t column, const FieldVisitor& visit) const override {
        // A filter asks for no column that is not there.
        if (column >= vocabulary().columns.size()) {
            std::abort();
        }
        visitAll(visit);
    }
    void visitPath(const FilterPath& path, const FieldVisitor& visit) const override {
        // What was read can be read again.
        const auto again = FilterPath::parse(path.toString());
        if (!again || !(*again == path)) {
            std::abort();
        }
        visitAll(visit);
    }

private:
    static void visitAll(const FieldVisitor& visit) {
        for (const FilterValue& value : {FilterValue{std::monostate(), {}}, FilterValue{nullptr, {}},
                                         FilterValue{true, {}}, FilterValue{std::int64_t{-3}, "NONE"},
                                         FilterValue{0.5, {}}, FilterValue{std::string_view("orders-0"), {}}}) {
            if (visit(value)) {
                return;
            }
        }
    }
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) {
        return 0;
    }
    const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
    const auto filter = Filter::parse(text, vocabulary());
    if (filter) {
        filter->matches(Row());
    } else if (!filter.error().where || filter.error().where->end() > text.size() || filter.error().text().empty()) {
        std::abort();  // an error has a place within the text
    }
    const std::size_t cursor = text.empty() ? 0 : data[0] % (text.size() + 1);
    const FilterCompletion completion = completeFilter(text, cursor, vocabulary());
    if (completion.begin > cursor || completion.offers.size() > 60) {
        std::abort();
    }
    return 0;
}
