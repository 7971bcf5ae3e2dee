#pragma once

#include "core/exchange/exchange.h"
#include "core/workbench/send_request.h"
#include "ui/widgets/status_kind.h"

#include <QString>

namespace brokerscope {

// How exchanges are put into words. All of them are cheap: nothing is decoded.

QString apiText(const SchemaRegistry& registry, const Exchange& exchange);  // "Metadata", "API 4711", "?"
// "broker 1" or the address where the broker has no id yet.
QString brokerText(const Exchange& exchange);
QString wallTimeText(const Exchange& exchange);  // local, "10:41:07.204"; empty where it is not known
QString millisText(double ms);                   // "3.1 ms", "12 s"; "–" where it is not known
QString bytesCountText(std::uint64_t bytes);     // "142 B", "1 204 B", "14.2 MB"

// "NOT_COORDINATOR", "NOT_COORDINATOR + 2", or the code of our own failure: "CONNECTION_CLOSED"; else whether the
// answer could be read: "malformed" where bytes of it could not, "1 remark"; empty: all is well.
QString errorText(const SchemaRegistry& registry, const Exchange& exchange);
// One line of what came of it: where the first error stands, why there is no answer, what was odd.
QString summaryText(const SchemaRegistry& registry, const Exchange& exchange);
// The same beside a column that names the error already: where it stands, and what else there is to say.
QString summaryBesideError(const SchemaRegistry& registry, const Exchange& exchange);
// How it went: "no error", "2 errors", "CONNECTION_CLOSED", "never answered"; and how good that is.
QString outcomeText(const SchemaRegistry& registry, const Exchange& exchange);
StatusKind outcomeKind(const Exchange& exchange);
// "142 B · broker 1 · 3.1 ms (queued 0.1, sent 0.0, waited 2.9, read 0.1)", with what was throttled or not read.
QString factsText(const Exchange& exchange);
// Both in one line: "142 B · broker 1 · 3.1 ms (queued 0.1, sent 0.0, waited 2.9, read 0.1) · no error".
QString resultText(const SchemaRegistry& registry, const Exchange& exchange);
// The part of it in brackets: "queued 0.1, sent 0.0, waited 2.9, read 0.1"; empty where nothing is known.
QString timingText(const Exchange& exchange);
// Why there is no answer, as a sentence: "… closed the connection without an answer: …"; and the line of the broker's
// log that says more. Empty where nothing failed, or nothing is known. failureText() is both in one text.
QString reasonText(const Exchange& exchange);
QString logLine(const Exchange& exchange);
QString failureText(const Exchange& exchange);

// Whether no error came, but the answer could not be read as it should be.
bool isOddlyRead(const Exchange& exchange);
// Whether the answer is less than good: an error code, a failure, bytes left over.
bool hasProblem(const Exchange& exchange);

}  // namespace brokerscope
