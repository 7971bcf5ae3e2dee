#include "app/cli/change_consent.h"

#include "app/cli/cluster_options.h"
#include "core/topology/own_versions.h"
#include "core/workbench/mutation.h"
#include "core/workbench/raw_request.h"

namespace brokerscope {

ChangeConsent::ChangeConsent(const CommandContext& context, const Workbench& workbench, ChangeQuestion question)
    : m_context(context), m_workbench(workbench), m_question(std::move(question)) {}

std::optional<std::string> ChangeConsent::rawChange() const {
    const auto change = changeByRawBytes(m_context.registry(), *m_question.raw, m_context.choice(), m_context.limits);
    return change ? std::optional(change->sentence()) : std::nullopt;
}

Result<std::optional<std::string>> ChangeConsent::changeAt(std::int16_t version) const {
    if (m_context.connection.noNegotiation) {
        // One that nobody knows is sent in the form of another.
        version = ownVersions(m_context.registry(), m_question.apiKey, m_context.choice()).nearest(version);
    }
    std::string minimal;
    if (!m_question.body) {
        auto made = m_workbench.minimalBody(m_question.apiKey, version);
        if (!made) {
            // The table has no request for it; sending says so.
            return Workbench::isMutating(m_question.apiKey)
                       ? std::optional(changeSentence(m_question.apiName, "anything"))
                       : std::nullopt;
        }
        minimal = std::move(*made);
    }
    return changeByBody(m_context.registry(), m_question.apiKey, version, m_question.body ? *m_question.body : minimal,
                        m_context.choice(), m_context.limits)
        .map([&](const std::optional<std::string>& what) {
            return what ? std::optional(changeSentence(m_question.apiName, *what)) : std::nullopt;
        });
}

int ChangeConsent::check(const std::vector<std::int16_t>& versions) {
    std::optional<std::string> change = m_question.raw ? rawChange() : std::nullopt;
    for (std::size_t i = 0; i < versions.size() && !m_question.raw && !change; ++i) {
        auto answer = changeAt(versions[i]);
        if (!answer) {
            return m_context.fail(answer.error());
        }
        change = std::move(*answer);
    }
    // Nothing goes out, not even what stands before it in the same bytes.
    if (change && m_context.connection.readOnly) {
        return m_context.fail(kUsageError, *change + ": it is refused in read-only mode");
    }
    if (!change || m_given) {
        return kDone;
    }
    m_given = mayChangeCluster(m_context, *change);
    return m_given ? kDone : kUsageError;
}

}  // namespace brokerscope
