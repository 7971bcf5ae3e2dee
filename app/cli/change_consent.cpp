#include "app/cli/change_consent.h"

#include "app/cli/cluster_options.h"
#include "app/cli/message_encoding.h"
#include "core/codec/decoder.h"
#include "core/text/decode_answer.h"
#include "core/workbench/mutation.h"

namespace brokerscope {

ChangeConsent::ChangeConsent(const CommandContext& context, const Workbench& workbench, ChangeQuestion question)
    : m_context(context), m_workbench(workbench), m_question(std::move(question)) {}

bool ChangeConsent::rawChanges() const {
    const auto tree = decodeRequestFrame(m_context.registry(), std::make_shared<const ByteBuffer>(*m_question.raw),
                                         m_context.choice(), m_context.limits);
    // A frame whose API or version nobody knows is refused by brokers that do not know it either.
    const NodeRef body = bodyNode(NodeRef::root(tree));
    if (!body.isValid()) {
        return false;
    }
    const MessageLayout& layout = *tree->layouts.back();
    return changesOf(m_context.registry(), *layout.spec->apiKey, layout.version, body).has_value();
}

Result<bool> ChangeConsent::changesAt(std::int16_t version) const {
    std::string minimal;
    if (!m_question.body) {
        auto made = m_workbench.minimalBody(m_question.apiKey, version);
        if (!made) {
            // The table has no request for it; sending says so.
            return Workbench::isMutating(m_question.apiKey);
        }
        minimal = std::move(*made);
    }
    EncodeOrder order;
    order.name = m_question.apiName + "Request";
    order.version = version;
    order.body = m_question.body ? std::string_view(*m_question.body) : std::string_view(minimal);
    const auto encoded = encodeOrder(m_context.registry(), m_context.choice(), m_context.limits, order);
    if (!encoded) {
        return tl::unexpected<Error>(encoded.error());
    }
    return changesOf(m_context.registry(), m_question.apiKey, version, NodeRef::root(encoded->tree)).has_value();
}

int ChangeConsent::check(const std::vector<std::int16_t>& versions) {
    bool changes = m_question.raw && rawChanges();
    for (std::size_t i = 0; i < versions.size() && !m_question.raw; ++i) {
        const auto answer = changesAt(versions[i]);
        if (!answer) {
            return m_context.fail(answer.error());
        }
        changes = changes || *answer;
    }
    // In read-only mode the workbench refuses, whatever was consented to.
    if (!changes || m_given || m_context.connection.readOnly) {
        return kDone;
    }
    m_given = mayChangeCluster(m_context, m_question.apiName);
    return m_given ? kDone : kUsageError;
}

}  // namespace brokerscope
