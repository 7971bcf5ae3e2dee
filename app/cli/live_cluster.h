#pragma once

#include "app/cli/command_context.h"
#include "core/workbench/run_recording.h"
#include "core/workbench/workbench.h"

#include <QCoreApplication>

#include <memory>
#include <string>
#include <vector>

namespace brokerscope {

// The workbench of one command, with the application object that Qt wants. Only commands that talk to brokers make one.
class LiveCluster {
public:
    // `kept` bounds what stays of the exchanges.
    explicit LiveCluster(const ExchangeStoreLimits& kept = {});
    // Ends the recording of --record, and says on stderr what it lacks.
    ~LiveCluster();

    // Connects as the options say, or only takes the settings where ApiVersions is not to be asked. A cluster that
    // answers ApiVersions and not Metadata is ready too, with a remark and a view without snapshot. With --record
    // every exchange is kept in its file, from the first one on; a file that cannot be made is status 2. Says what went
    // wrong on stderr, and as JSON where that is the format, and returns its status; 0: ready.
    int connect(const CommandContext& context);

    // Why connect() could not; empty: it could.
    const std::string& failure() const { return m_failure; }

    Workbench& workbench() { return *m_workbench; }
    // What was found when connecting; without pointers where nothing was asked.
    const ClusterView& view() const { return m_view; }

    // Connects and asks every broker for its versions; those that did not answer are said on stderr and left out.
    // Status as connect().
    int readVersions(const CommandContext& context, std::vector<std::shared_ptr<const BrokerVersions>>& versions);

    // Says that a command ends with `error`, as connect() does; status 3.
    int fail(const CommandContext& context, const Error& error) const;

    // Says on stderr what brokers sent that nobody had asked for. False: nothing was.
    bool tellUnasked(const CommandContext& context) const;

private:
    int beginRecording(const CommandContext& context, const ClusterSettings& settings);
    void endRecording();
    // The last exchange, where it is what failed with this error; null: it is not.
    std::shared_ptr<const Exchange> exchangeOf(const Error& error) const;
    bool hasListedVersions() const;
    // The error, with the address that it is about.
    std::string sentenceOf(const Error& error) const;
    // Questions for versions that were not answered before one was (C005), on stderr.
    void tellFallbacks(const CommandContext& context) const;
    // An exchange's remarks and what could be read of its answer, on stderr.
    void tellAnswer(const CommandContext& context, const Exchange& exchange) const;

    std::unique_ptr<QCoreApplication> m_application;  // null: there was one already
    std::unique_ptr<Workbench> m_workbench;
    ClusterView m_view;
    std::string m_failure;
    std::unique_ptr<RunRecording> m_recording;  // null: none was asked for
    const CommandContext* m_context = nullptr;  // of the recording
};

// 3 for an error of connecting or waiting, 2 for wrong usage.
int statusOfError(const Error& error);

}  // namespace brokerscope
