#include "app/cli/recording_diff.h"

#include "app/cli/counted.h"
#include "app/cli/difference_output.h"
#include "app/cli/exchange_output.h"
#include "app/cli/recording_export.h"
#include "core/codec/frame_layouts.h"
#include "core/text/json_object.h"

#include <deque>
#include <fmt/format.h>
#include <map>

namespace brokerscope {
namespace {

class DiffPrinter {
public:
    DiffPrinter(const CommandContext& context, const RecordingDiff& what, const RecordingSelection& first,
                const RecordingSelection& second)
        : m_context(context), m_what(what), m_first(first), m_second(second) {
        m_options.schemas = context.choice();
        m_options.limits = context.limits;
        m_options.mask = !context.global.unmask;
    }

    void run() {
        std::map<std::optional<std::int16_t>, std::deque<const SelectedExchange*>> waiting;
        for (const SelectedExchange& selected : m_second.exchanges()) {
            waiting[selected.place.entry.facts.apiKey].push_back(&selected);
        }
        for (const SelectedExchange& selected : m_first.exchanges()) {
            auto& same = waiting[selected.place.entry.facts.apiKey];
            const SelectedExchange* partner = same.empty() ? nullptr : same.front();
            if (partner != nullptr) {
                same.pop_front();
            }
            compare(&selected, partner);
        }
        for (const SelectedExchange& selected : m_second.exchanges()) {
            auto& left = waiting[selected.place.entry.facts.apiKey];
            if (!left.empty() && left.front() == &selected) {
                left.pop_front();
                compare(nullptr, &selected);
            }
        }
    }

    int finish() const {
        m_context.remark(fmt::format("{} the same, {} different, {} only in the first, {} only in the second",
                                     counted(m_same, "exchange is", "exchanges are"), m_different, m_onlyFirst,
                                     m_onlySecond));
        return m_different + m_onlyFirst + m_onlySecond > 0 || m_isUnreadable ? kDataError : kDone;
    }

private:
    std::optional<CapturedExchange> read(const RecordingSelection& selection, const SelectedExchange* selected) {
        if (selected == nullptr) {
            return std::nullopt;
        }
        auto captured = selection.at(*selected);
        if (!captured) {
            m_isUnreadable = true;
            m_context.fail(kDataError, fmt::format("exchange {}: {}", selected->place.number, captured.error().text()));
            return std::nullopt;
        }
        return std::move(*captured);
    }

    void compare(const SelectedExchange* before, const SelectedExchange* after) {
        const auto first = read(m_first, before);
        const auto second = read(m_second, after);
        ExchangeDifferences found;
        if (first && second) {
            found = compareExchanges(m_context.registry(), first->exchange, second->exchange, m_options);
        }
        const bool isBoth = before != nullptr && after != nullptr;
        const bool isSame = isBoth && !found.areReal();
        ++(isSame ? m_same : isBoth ? m_different : before != nullptr ? m_onlyFirst : m_onlySecond);
        if (!first && !second) {
            return;
        }
        const Exchange& shown = first ? first->exchange : second->exchange;
        if (m_what.isJson) {
            printJson(before, after, shown, isSame, found);
        } else if (!isSame || m_what.isVerbose) {
            printText(before, after, shown, isSame, found);
        }
    }

    void printJson(const SelectedExchange* before, const SelectedExchange* after, const Exchange& shown, bool isSame,
                   const ExchangeDifferences& found) const {
        const auto number = [](const SelectedExchange* selected) {
            return selected != nullptr ? std::optional<std::int64_t>(static_cast<std::int64_t>(selected->place.number))
                                       : std::nullopt;
        };
        std::string out;
        {
            JsonObject object(out);
            object.add("first", number(before));
            object.add("second", number(after));
            object.addJson("api", apiReferenceJson(m_context, shown.apiKey, shown.apiVersion));
            object.add("same", isSame);
            object.addJson("differences", differencesJson(found));
        }
        m_context.line(out);
    }

    void printText(const SelectedExchange* before, const SelectedExchange* after, const Exchange& shown, bool isSame,
                   const ExchangeDifferences& found) const {
        const auto number = [](const SelectedExchange* selected) {
            return selected != nullptr ? std::to_string(selected->place.number) : std::string("-");
        };
        const std::string name = shown.apiKey ? requestName(m_context.registry(), *shown.apiKey, shown.apiVersion)
                                              : std::string("unknown API");
        const std::string_view verdict = isSame              ? "the same"
                                         : before == nullptr ? "only in the second"
                                         : after == nullptr  ? "only in the first"
                                                             : "different";
        m_context.line(fmt::format("{} {} {}: {}", number(before), number(after), name, verdict));
        printDifferences(m_context, found, "  ", m_what.isVerbose);
    }

    const CommandContext& m_context;
    const RecordingDiff& m_what;
    const RecordingSelection& m_first;
    const RecordingSelection& m_second;
    ComparisonOptions m_options;
    std::uint64_t m_same = 0;
    std::uint64_t m_different = 0;
    std::uint64_t m_onlyFirst = 0;
    std::uint64_t m_onlySecond = 0;
    bool m_isUnreadable = false;
};

}  // namespace

int diffRecordings(const CommandContext& context, RecordingDiff what) {
    const auto select = [&](const std::shared_ptr<const ByteSource>& file) {
        RecordingSelection::Options options = selectionOptions(context, what.filter);
        options.withInternal = what.withInternal;
        return RecordingSelection::read(context.registry(), file, std::move(options));
    };
    const auto first = select(what.first);
    const auto second = select(what.second);
    if (!first || !second) {
        return context.fail(first ? second.error() : first.error());
    }
    DiffPrinter printer(context, what, *first, *second);
    printer.run();
    const bool isDamaged = tellRecordingRemarks(context, first->diagnostics());
    const bool isOtherDamaged = tellRecordingRemarks(context, second->diagnostics());
    const int status = printer.finish();
    return isDamaged || isOtherDamaged ? kDataError : status;
}

}  // namespace brokerscope
