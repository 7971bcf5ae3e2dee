#include "app/cli/recording_export.h"

#include "app/cli/batch_answer.h"
#include "app/cli/captured_output.h"
#include "app/cli/counted.h"
#include "app/cli/output_file.h"
#include "core/base/hex.h"
#include "core/capture/pcapng_export.h"
#include "core/text/exchange_hex.h"
#include "core/text/json_object.h"

#include <algorithm>
#include <array>
#include <functional>

namespace brokerscope {
namespace {

// An exchange that is exported, as the recording has it.
struct ExportedExchange {
    const CommandContext& context;
    const CapturedExchange& captured;
    const RecordedPlace& place;
};

void addHex(JsonObject& object, std::string_view key, const std::shared_ptr<const ByteBuffer>& frame) {
    if (frame != nullptr) {
        object.add(key, toHex(*frame));
    } else {
        object.addNull(key);
    }
}

std::string maskedJson(const RecordedPlace& place) {
    std::string out;
    {
        JsonObject object(out);
        object.add("request", place.isRequestMasked);
        object.add("response", place.isResponseMasked);
    }
    return out;
}

std::string jsonLines(const ExportedExchange& exported) {
    std::string out;
    {
        JsonObject object(out);
        addCapturedJson(object, CapturedMessages(exported.context, exported.captured));
        object.add("run", std::uint64_t{exported.place.entry.run} + 1);
        object.add("internal", exported.captured.exchange.internal);
        object.addJson("masked", maskedJson(exported.place));
        addHex(object, "requestHex", exported.captured.exchange.request);
        addHex(object, "responseHex", exported.captured.exchange.response);
    }
    return out + '\n';
}

std::string hexText(const ExportedExchange& exported) {
    const Exchange& exchange = exported.captured.exchange;
    return exchangeHex(exported.context.registry(), exchange,
                       {exported.place.number, captureTime(exchange),
                        connectionName(exported.captured.client, exchange.broker), exported.place.isRequestMasked,
                        exported.place.isResponseMasked});
}

// A line that `batch` takes, with its answer.
std::string vectorLine(const CommandContext& context, const std::string& name, std::int16_t version, ByteView frame,
                       bool isMasked) {
    std::string line;
    std::string answer;
    {
        JsonObject object(line);
        object.add("op", "decode");
        object.add("name", name);
        object.add("version", int{version});
        object.add("frame", true);
        object.add("hex", toHex(frame));
        if (!context.global.release.empty()) {
            object.add("release", context.global.release);
        }
        if (isMasked) {
            object.add("masked", true);
        }
        answer = batchAnswer(context, line + '}');
        object.addJson("expect", answer);
    }
    return line + '\n';
}

// Of messages that say what they are: an API that is known, and no raw tokens.
std::string vectorLines(const ExportedExchange& exported) {
    const Exchange& exchange = exported.captured.exchange;
    const ApiInfo* api = exchange.apiKey ? exported.context.registry().api(*exchange.apiKey) : nullptr;
    if (api == nullptr || !exchange.apiVersion || exchange.saslMechanism) {
        return {};
    }
    std::string lines;
    if (exchange.request != nullptr) {
        lines += vectorLine(exported.context, api->name + "Request", *exchange.apiVersion, *exchange.request,
                            exported.place.isRequestMasked);
    }
    if (exchange.response != nullptr && exchange.request != nullptr) {
        lines += vectorLine(exported.context, api->name + "Response", *exchange.apiVersion, *exchange.response,
                            exported.place.isResponseMasked);
    }
    return lines;
}

using ExportText = std::string (*)(const ExportedExchange&);

struct TextForm {
    std::string_view name;
    ExportText text;
};
constexpr std::array kTextForms{TextForm{"json", jsonLines}, TextForm{"hex", hexText},
                                TextForm{"vectors", vectorLines}};

Result<std::vector<CaptureDiagnostic>> exportTexts(const CommandContext& context,
                                                   std::shared_ptr<const ByteSource> file,
                                                   RecordingSelection::Options options, ExportText text,
                                                   OutputFile& output) {
    std::optional<Error> failed;
    CancelToken cancel = options.cancel;
    const auto selection = RecordingSelection::each(
        context.registry(), std::move(file), std::move(options),
        [&](const CapturedExchange& captured, const RecordedPlace& place) {
            if (failed) {
                return;
            }
            if (const auto written = output.write(text({context, captured, place})); !written) {
                failed = written.error();
                cancel.cancel();
            }
        });
    if (failed || !selection) {
        return tl::unexpected<Error>(failed ? *failed : selection.error());
    }
    return selection->diagnostics();
}

Result<std::vector<CaptureDiagnostic>> exportPackets(const CommandContext& context,
                                                     std::shared_ptr<const ByteSource> file,
                                                     RecordingSelection::Options options, OutputFile& output) {
    const auto selection = RecordingSelection::read(context.registry(), std::move(file), std::move(options));
    if (!selection) {
        return tl::unexpected<Error>(selection.error());
    }
    const auto done = exportPcapng(*selection, [&output](ByteView bytes) { return output.write(bytes); });
    if (!done) {
        return tl::unexpected<Error>(done.error());
    }
    if (done->leftOutAnswers > 0) {
        context.remark(
            "bscope: " + counted(done->leftOutAnswers, "beginning of an answer is", "beginnings of answers are") +
            " left out: more came after the request was given up");
    }
    std::vector<CaptureDiagnostic> remarks = selection->diagnostics();
    if (done->unreadable > 0) {
        remarks.push_back({{Severity::Error,
                            MessageId::Other,
                            {counted(done->unreadable, "exchange", "exchanges") + " could not be read again"},
                            {},
                            {}},
                           0,
                           ConnectionId::None,
                           false});
    }
    return remarks;
}

}  // namespace

const std::vector<std::string>& recordingExportForms() {
    static const std::vector<std::string> kForms{"json", "pcapng", "hex", "vectors"};
    return kForms;
}

RecordingSelection::Options selectionOptions(const CommandContext& context, Filter filter) {
    RecordingSelection::Options options;
    options.capture.messageLimits = context.limits;
    options.capture.schemas = context.choice();
    options.filter = std::move(filter);
    options.keepsSecrets = context.global.unmask;
    return options;
}

bool tellRecordingRemarks(const CommandContext& context, const std::vector<CaptureDiagnostic>& remarks) {
    for (const CaptureDiagnostic& remark : remarks) {
        if (remark.diagnostic.severity == Severity::Error) {
            context.fail(kDataError, captureRemarkLine(remark));
        } else {
            context.remark(captureRemarkLine(remark));
        }
    }
    return std::any_of(remarks.begin(), remarks.end(), isLoss);
}

int exportRecording(const CommandContext& context, std::shared_ptr<const ByteSource> file, RecordingExport what) {
    const bool isPackets = what.form == "pcapng";
    const bool isToStdout = what.output.empty() || what.output == "-";
    if (isPackets && isToStdout && context.streams.outIsTerminal) {
        return context.fail(kUsageError, "pcapng is no text for a terminal: give --output FILE");
    }
    auto output = OutputFile::open(what.output, context.streams.out);
    if (!output) {
        return context.fail(output.error());
    }
    RecordingSelection::Options options = selectionOptions(context, std::move(what.filter));
    const auto form = std::find_if(kTextForms.begin(), kTextForms.end(),
                                   [&what](const TextForm& known) { return known.name == what.form; });
    const auto remarks = isPackets ? exportPackets(context, std::move(file), std::move(options), *output)
                                   : exportTexts(context, std::move(file), std::move(options), form->text, *output);
    if (!remarks) {
        return context.fail(remarks.error());
    }
    if (const auto finished = output->finish(); !finished) {
        return context.fail(finished.error());
    }
    return tellRecordingRemarks(context, *remarks) ? kDataError : kDone;
}

}  // namespace brokerscope
