#include "core/capture/recording_selection.h"

#include "core/exchange/recording_masking.h"

namespace brokerscope {

Result<RecordingSelection> RecordingSelection::open(const SchemaRegistry& registry,
                                                    std::shared_ptr<const ByteSource> file, Options options) {
    auto source = RecordedExchanges::open(registry, std::move(file), options.capture);
    if (!source) {
        return tl::unexpected<Error>(source.error());
    }
    return RecordingSelection(registry, std::move(*source), std::move(options));
}

Result<RecordingSelection> RecordingSelection::read(const SchemaRegistry& registry,
                                                    std::shared_ptr<const ByteSource> file, Options options) {
    auto selection = open(registry, std::move(file), std::move(options));
    if (selection) {
        selection->readAll({});
    }
    return selection;
}

Result<RecordingSelection> RecordingSelection::each(const SchemaRegistry& registry,
                                                    std::shared_ptr<const ByteSource> file, Options options,
                                                    const Take& take) {
    auto selection = open(registry, std::move(file), std::move(options));
    if (selection) {
        selection->readAll(take);
    }
    return selection;
}

void RecordingSelection::readAll(const Take& take) {
    for (bool isOver = false; !isOver;) {
        isOver = m_options.cancel.isCancelled() || !m_source.readMore();
        if (isOver) {
            m_source.finish();
        }
        CaptureOutput output = m_source.take();
        for (std::size_t i = 0; i < output.exchanges.size(); ++i) {
            CapturedExchange& captured = output.exchanges[i];
            if (captured.exchange.topicNames != nullptr) {
                m_topicNames[m_source.places()[i].entry.run] = captured.exchange.topicNames;
            }
            if (!passes(captured)) {
                continue;
            }
            RecordedPlace place = m_source.places()[i];
            if (take) {
                mask(captured.exchange, place);
                take(captured, place);
            } else {
                const ExchangeTimes& times = captured.exchange.times;
                m_exchanges.push_back(
                    {place, captured.exchange.broker, times.sentNs, times.firstByteNs, times.lastByteNs});
            }
        }
        for (CaptureDiagnostic& diagnostic : output.diagnostics) {
            m_diagnostics.push_back(std::move(diagnostic));
        }
    }
}

std::shared_ptr<const TopicNames> RecordingSelection::topicNames(std::uint32_t run) const {
    const auto found = m_topicNames.find(run);
    return found != m_topicNames.end() ? found->second : nullptr;
}

bool RecordingSelection::passes(const CapturedExchange& captured) const {
    if (captured.exchange.internal && !m_options.withInternal) {
        return false;
    }
    return m_options.filter.isEmpty() ||
           m_options.filter.matches(
               ExchangeFields(*m_registry, captured, m_options.capture.schemas, m_options.capture.messageLimits));
}

void RecordingSelection::mask(Exchange& exchange, RecordedPlace& place) const {
    if (m_options.keepsSecrets) {
        return;
    }
    RecordedExchange masked =
        withoutSecrets(*m_registry, exchange, m_options.capture.schemas, m_options.capture.messageLimits);
    exchange = std::move(masked.exchange);
    place.isRequestMasked = place.isRequestMasked || masked.isRequestMasked;
    place.isResponseMasked = place.isResponseMasked || masked.isResponseMasked;
}

Result<CapturedExchange> RecordingSelection::at(const SelectedExchange& selected) const {
    auto captured = m_source.at(selected.place);
    if (captured) {
        RecordedPlace place = selected.place;
        mask(captured->exchange, place);
    }
    return captured;
}

}  // namespace brokerscope
