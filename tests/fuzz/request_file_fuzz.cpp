// A request file: read, planned with a few variables, its headers and its body set to what they are.
#include "core/collections/request_draft.h"
#include "core/collections/request_plan.h"
#include "core/collections/text_place.h"

#include <algorithm>
#include <cstdlib>

using namespace brokerscope;

namespace {

void require(bool holds) {
    if (!holds) {
        std::abort();
    }
}

VariableScope variables() {
    VariableScope scope;
    scope.set(VariableLayer::Environment, "group", VariableValue::ofText("g"));
    scope.set(VariableLayer::Environment, "n", VariableValue::ofNumber(7));
    scope.set(VariableLayer::Environment, "list", {"[1,{\"a\":null}]"});
    scope.set(VariableLayer::Answer, "later", {});
    return scope;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const VariableScope scope = variables();
    const std::string text(reinterpret_cast<const char*>(data), size);
    auto file = RequestFile::parse(text);
    if (!file) {
        require(file.error().where && file.error().where->offset <= text.size() && !file.error().text().empty());
        return 0;
    }
    require(file->text() == text);
    PlanContext context;
    context.registry = &SchemaRegistry::embedded();
    context.limits.jsonInput = 65536;
    const RequestPlan plan = planRequest(*file, scope, context);
    for (const Diagnostic& remark : plan.remarks) {
        require(remark.span.end() <= text.size());
        require(!remarkOn("f", text, remark).line().empty());
    }
    // What is set to what it is stays.
    const RequestFile before = *file;
    for (const HeaderLine& line : before.headers()) {
        const auto same = [&](const HeaderLine& other) { return other.key == line.key; };
        const auto all = before.headers();
        if (std::count_if(all.begin(), all.end(), same) == 1 && line.value.find('\r') == std::string_view::npos) {
            file->setHeader(line.key, std::string(line.value));
        }
    }
    file->setBody(std::string(before.body()));
    require(RequestFile::parse(file->text()).has_value());
    require(file->body() == before.body());
    if (plan.apiKey && plan.body && plan.pending.empty() && !plan.hasErrors()) {
        const auto spec = context.registry->spec(plan.apiName + "Request");
        const auto draft = bodyDraft(*file, *spec, scope, context.limits);
        if (draft) {
            setBodyDraft(*file, draft->draft, scope);
            const std::string once = file->text();
            require(bodyDraft(*file, *spec, scope, context.limits).has_value());
            setBodyDraft(*file, draft->draft, scope);
            require(file->text() == once);
        }
    }
    return 0;
}
