#include "core/collections/request_plan.h"

#include "core/collections/request_headers.h"
#include "core/collections/text_place.h"
#include "core/collections/variable_text.h"
#include "core/value/json_reader.h"

#include <algorithm>

namespace brokerscope {
namespace {

ByteSpan placeOfPart(const JsonPart& part, std::size_t bodyBegin, bool isAboutName) {
    const bool isName = isAboutName && part.nameEnd > 0;
    const std::size_t begin = isName ? part.nameBegin : part.begin;
    return {BufferId::Main, bodyBegin + begin, (isName ? part.nameEnd : part.end) - begin};
}

// The definition that the body is read with before the broker's versions are known.
Result<std::shared_ptr<const MessageSpec>> bodySpec(const RequestPlan& plan, const PlanContext& context) {
    if (plan.version) {
        const auto layout = context.registry->request(*plan.apiKey, *plan.version, context.choice);
        if (layout) {
            return (*layout)->spec;
        }
    }
    return context.registry->spec(plan.apiName + "Request", context.choice);
}

void planBody(const RequestFile& file, const VariableScope& scope, const PlanContext& context, RequestHeaders& headers,
              RequestPlan& plan) {
    const std::size_t begin = file.bodyBegin();
    const std::size_t size = file.body().size();
    const auto tell = [&](const Error& error) {
        const Error placed = movedBy(error, begin, size);
        headers.remark(static_cast<std::size_t>(placed.where->offset), static_cast<std::size_t>(placed.where->length),
                       placed);
    };
    if (isBlankJson(file.body())) {
        return;
    }
    if (plan.raw) {
        tell({MessageId::Other, {"\"raw\" says everything itself: it takes no body"}, {}, {}});
        return;
    }
    const auto json = CommentedJson::parse(std::string(file.body()), context.limits);
    if (!json) {
        // Its line and column are those of the body; the place says those of the file.
        Error error = json.error();
        if (error.id == MessageId::JsonSyntax && !error.arguments.empty()) {
            error = {MessageId::Other, {"not valid JSON: " + error.arguments.front()}, error.where, {}};
        }
        tell(error);
        return;
    }
    auto expansion = expandJson(*json, lookUpIn(scope));
    if (!expansion) {
        tell(expansion.error());
        return;
    }
    plan.pending = plan.pending.empty() ? expansion->pending : plan.pending;
    plan.body = std::move(expansion->text);
    const auto spec = plan.apiKey ? bodySpec(plan, context) : tl::unexpected(Error{});
    const auto draft = spec ? draftFromJson(*spec, *plan.body, context.limits) : tl::unexpected(spec.error());
    if (draft || !spec) {
        return;
    }
    const JsonPart& part = json->nearestPart(draft.error().path);
    const bool isPending = std::find(expansion->pendingParts.begin(), expansion->pendingParts.end(), part.begin) !=
                           expansion->pendingParts.end();
    const bool isAboutName = draft.error().id == MessageId::UnknownField;
    if (!isPending || isAboutName) {
        const ByteSpan place = placeOfPart(part, begin, isAboutName);
        headers.remark(static_cast<std::size_t>(place.offset), static_cast<std::size_t>(place.length), draft.error());
    }
}

}  // namespace

bool RequestPlan::hasErrors() const {
    return std::any_of(remarks.begin(), remarks.end(),
                       [](const Diagnostic& remark) { return remark.severity == Severity::Error; });
}

RequestPlan planRequest(const RequestFile& file, const VariableScope& scope, const PlanContext& context) {
    RequestPlan plan;
    RequestHeaders headers(file, scope, context, plan);
    headers.read();
    planBody(file, scope, context, headers, plan);
    std::stable_sort(plan.remarks.begin(), plan.remarks.end(), [](const Diagnostic& left, const Diagnostic& right) {
        return left.span.offset < right.span.offset;
    });
    return plan;
}

ByteSpan placeInBody(const RequestFile& file, const CommentedJson& json, std::string_view path) {
    return placeOfPart(json.nearestPart(path), file.bodyBegin(), false);
}

}  // namespace brokerscope
