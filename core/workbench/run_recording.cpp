#include "core/workbench/run_recording.h"

#include "core/net/software_version.h"

#include <chrono>

namespace brokerscope {

Result<std::unique_ptr<RunRecording>> RunRecording::begin(const std::string& path, std::shared_ptr<ExchangeStore> store,
                                                          const ClusterSettings& settings, bool keepsSecrets) {
    RecordingRun run;
    run.programVersion = programVersion();
    run.wallMs =
        std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch())
            .count();
    for (const Endpoint& address : settings.bootstrap) {
        run.bootstrap.push_back(address.toString());
    }
    run.schemas = settings.schemas;
    run.keepsSecrets = keepsSecrets;
    const SchemaRegistry& registry = settings.registry != nullptr ? *settings.registry : SchemaRegistry::embedded();
    auto writer = RecordingWriter::open(path, registry, std::move(run), settings.limits);
    if (!writer) {
        return tl::unexpected<Error>(writer.error());
    }
    return std::unique_ptr<RunRecording>(new RunRecording(std::move(store), std::move(*writer)));
}

RunRecording::RunRecording(std::shared_ptr<ExchangeStore> store, std::unique_ptr<RecordingWriter> writer)
    : m_store(std::move(store)), m_writer(std::move(writer)) {
    m_store->setListener(
        [writer = m_writer.get()](const std::shared_ptr<const Exchange>& exchange) { writer->record(exchange); });
}

RunRecording::~RunRecording() {
    stop();
}

RecordingStatus RunRecording::stop() {
    m_store->setListener({});
    return m_writer->close();
}

}  // namespace brokerscope
