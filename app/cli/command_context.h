#pragma once

#include "app/cli/cli.h"
#include "app/cli/cli_options.h"
#include "app/cli/exit_status.h"
#include "core/base/limits.h"
#include "core/schema/schema_registry.h"
#include "core/text/readable_value.h"
#include "core/text/record_secrets.h"
#include "core/value/json_writer.h"

#include <functional>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>

namespace brokerscope {

// What a command gets: its streams, the options that all commands share, and the definitions. One a run.
class CommandContext {
public:
    explicit CommandContext(const CliStreams& runStreams) : streams(runStreams) {}
    // The same with other streams, for printing.
    CommandContext(const CommandContext& other, const CliStreams& otherStreams);

    const CliStreams& streams;
    GlobalOptions global;
    ConnectionOptions connection;
    Limits limits;

    // Reads the limits and the definitions of --schemas, and checks --release. Errors: as those say.
    Result<void> prepare();

    const SchemaRegistry& registry() const { return *m_registry; }
    // The definitions as workbench settings want them; null: the embedded ones.
    std::shared_ptr<const SchemaRegistry> loadedRegistry() const { return m_loaded; }
    SchemaChoice choice() const { return {global.release, global.preview}; }
    ReadableOptions readable() const { return {m_registry, !global.unmask, 120}; }
    // How JSON of messages is written: on one line, secrets masked unless --unmask is given, those of records too.
    JsonOptions json() const;
    // Null: secrets are shown.
    const RecordSecrets* recordSecrets() const { return m_recordSecrets.get(); }
    bool colours() const;

    // The chosen output format: the first of `known` where none was asked for. Errors: InvalidValue.
    Result<std::string> format(std::initializer_list<std::string_view> known) const;

    void line(std::string_view text) const;    // to stdout
    void remark(std::string_view text) const;  // to stderr, unless --quiet
    // Says "bscope: …" on stderr and returns `status`.
    int fail(int status, std::string_view sentence) const;
    int fail(const Error& error) const;  // status 2

private:
    const SchemaRegistry* m_registry = nullptr;
    std::shared_ptr<const SchemaRegistry> m_loaded;
    std::shared_ptr<const RecordSecrets> m_recordSecrets;
};

// An error about a value (its first argument is the value's name), as one of the option that gave it.
tl::unexpected<Error> ofOption(const std::string& option, Error error);

// What the parser found is to be done; returns the exit status.
using CommandAction = std::function<int()>;

}  // namespace brokerscope
