#include "core/collections/request_draft.h"

#include "core/collections/json_merge.h"
#include "core/collections/text_place.h"
#include "core/collections/variable_text.h"
#include "core/value/draft_json.h"

#include <algorithm>

namespace brokerscope {
namespace {

std::string withLineEnds(std::string text, bool isCrLf) {
    for (std::size_t at = 0; isCrLf && (at = text.find('\n', at)) != std::string::npos; at += 2) {
        text.replace(at, 1, "\r\n");
    }
    return text;
}

}  // namespace

Result<DraftWithRemarks> bodyDraft(const RequestFile& file, std::shared_ptr<const MessageSpec> spec,
                                   const VariableScope& scope, const Limits& limits) {
    if (isBlankJson(file.body())) {
        return DraftWithRemarks{ValueDraft::fromDefaults(std::move(spec)), {}};
    }
    const std::size_t size = file.body().size();
    const auto json = CommentedJson::parse(std::string(file.body()), limits);
    const auto expanded = json ? expandJson(*json, lookUpIn(scope)) : tl::unexpected(json.error());
    if (!expanded) {
        return tl::unexpected(movedBy(expanded.error(), file.bodyBegin(), size));
    }
    auto draft = draftFromJson(std::move(spec), expanded->text, limits);
    if (!draft) {
        draft.error().where = placeInBody(file, *json, draft.error().path);
    }
    return draft;
}

std::vector<std::string> setBodyDraft(RequestFile& file, const ValueDraft& draft, const VariableScope& scope) {
    DraftJson written = draftToJson(draft);
    const bool isCrLf = file.text().find("\r\n") != std::string::npos;
    const auto old = CommentedJson::parse(std::string(file.body()));
    const auto fresh = CommentedJson::parse(written.text);
    if (!old || !fresh) {
        // Comments of a body without a value stay too.
        const bool isBlank = isBlankJson(file.body());
        std::string kept(isBlank ? file.body() : std::string_view());
        kept += kept.empty() || kept.ends_with('\n') ? "" : isCrLf ? "\r\n" : "\n";
        file.setBody(kept + withLineEnds(std::move(written.text) + "\n", isCrLf));
        return std::move(written.lost);
    }
    const VariableLookup lookUp = lookUpIn(scope);
    const auto meaning = [&](const JsonPart& string) -> std::optional<std::string> {
        const bool hasVariable = old->stringOf(string).find("{{") != std::string::npos;
        return hasVariable ? meaningOf(*old, string, lookUp) : std::nullopt;
    };
    file.setBody(mergeJson(*old, *fresh, meaning));
    return std::move(written.lost);
}

}  // namespace brokerscope
