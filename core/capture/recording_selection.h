#pragma once

#include "core/base/cancel_token.h"
#include "core/capture/exchange_fields.h"
#include "core/capture/recorded_exchanges.h"
#include "core/query/filter.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <vector>

namespace brokerscope {

// An exchange of a recording, without its bytes. Times are ns since 1970; -1: not known.
struct SelectedExchange {
    RecordedPlace place;
    Endpoint broker;
    std::int64_t requestNs = -1;
    std::int64_t responseNs = -1;  // of the first byte of the answer
    std::int64_t lastNs = -1;      // of its last
};

// The exchanges of a recording that pass a filter, listed in one pass; each is read again when it is asked for, so that
// a recording of any size can be put in another order or beside another one. Not thread safe.
class RecordingSelection {
public:
    struct Options {
        CaptureOptions capture;
        Filter filter;
        bool withInternal = true;   // false: without what a program sent for itself
        bool keepsSecrets = false;  // false: they are masked, as recordings do (withoutSecrets)
        CancelToken cancel;         // ends the pass: what it has by then is given
    };

    // One that passed, with what is known of it at its place in the file.
    using Take = std::function<void(const CapturedExchange&, const RecordedPlace&)>;

    // `registry` must outlive it. Errors: as RecordingReader::open.
    static Result<RecordingSelection> read(const SchemaRegistry& registry, std::shared_ptr<const ByteSource> file,
                                           Options options);
    // Hands them out in one pass, and lists none. Errors as read().
    static Result<RecordingSelection> each(const SchemaRegistry& registry, std::shared_ptr<const ByteSource> file,
                                           Options options, const Take& take);

    const std::vector<SelectedExchange>& exchanges() const { return m_exchanges; }
    // What could not be read, or is missing.
    const std::vector<CaptureDiagnostic>& diagnostics() const { return m_diagnostics; }
    CaptureStatistics statistics() const { return m_source.statistics(); }
    // Names of topic ids that answers of that run told, those that did not pass included; null: none.
    std::shared_ptr<const TopicNames> topicNames(std::uint32_t run) const;
    // Concluded from its own bytes alone (RecordedExchanges::at). Errors: FileUnreadable, RecordingDamaged.
    Result<CapturedExchange> at(const SelectedExchange& selected) const;

private:
    RecordingSelection(const SchemaRegistry& registry, RecordedExchanges source, Options options)
        : m_registry(&registry), m_source(std::move(source)), m_options(std::move(options)) {}

    static Result<RecordingSelection> open(const SchemaRegistry& registry, std::shared_ptr<const ByteSource> file,
                                           Options options);
    void readAll(const Take& take);
    bool passes(const CapturedExchange& captured) const;
    void mask(Exchange& exchange, RecordedPlace& place) const;

    const SchemaRegistry* m_registry;
    RecordedExchanges m_source;
    Options m_options;
    std::vector<SelectedExchange> m_exchanges;
    std::vector<CaptureDiagnostic> m_diagnostics;
    std::map<std::uint32_t, std::shared_ptr<const TopicNames>> m_topicNames;  // by run
};

}  // namespace brokerscope
