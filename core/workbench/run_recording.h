#pragma once

#include "core/cluster/cluster_settings.h"
#include "core/exchange/exchange_store.h"
#include "core/exchange/recording_writer.h"

#include <memory>
#include <string>

namespace brokerscope {

// Records what a store gets, from now until it is destroyed or stopped: a run of the program, in one file. A store has
// one recording at a time. Not thread safe; the store may be used from any thread meanwhile.
class RunRecording {
public:
    // Makes the file, or adds a run to one that is a recording. `settings` are those of the run; their registry must
    // outlive the recording. `keepsSecrets`: as RecordingRun. Errors: FileUnwritable.
    static Result<std::unique_ptr<RunRecording>> begin(const std::string& path, std::shared_ptr<ExchangeStore> store,
                                                       const ClusterSettings& settings, bool keepsSecrets);
    ~RunRecording();
    RunRecording(const RunRecording&) = delete;
    RunRecording& operator=(const RunRecording&) = delete;

    RecordingStatus status() const { return m_writer->status(); }
    // Waits until everything is in the file.
    RecordingStatus stop();

private:
    RunRecording(std::shared_ptr<ExchangeStore> store, std::unique_ptr<RecordingWriter> writer);

    std::shared_ptr<ExchangeStore> m_store;
    std::unique_ptr<RecordingWriter> m_writer;
};

}  // namespace brokerscope
