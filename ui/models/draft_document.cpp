#include "ui/models/draft_document.h"

#include "core/value/draft_emptiness.h"
#include "core/value/draft_rebind.h"

#include <algorithm>
#include <iterator>

namespace brokerscope {

DraftDocument::DraftDocument(const SchemaRegistry& registry, ValueDraft header, ValueDraft body, int version)
    : m_registry(registry), m_header(std::move(header)), m_body(std::move(body)), m_version(version) {
    findLayouts();
}

Result<std::shared_ptr<const MessageLayout>> DraftDocument::knownBody(int version) const {
    return m_registry.request(m_body.spec->apiKey.value_or(-1), version, {{}, m_body.spec->isPreview});
}

Result<std::shared_ptr<const MessageLayout>> DraftDocument::knownHeader(int version) const {
    return m_registry.requestHeaderVersion(m_body.spec->apiKey.value_or(-1), version, {{}, m_body.spec->isPreview})
        .and_then([this](int headerVersion) { return m_registry.requestHeader(headerVersion); });
}

std::shared_ptr<const MessageLayout> DraftDocument::bind(ValueDraft& draft,
                                                         std::shared_ptr<const MessageLayout> known) {
    if (known->spec == draft.spec) {
        return known;
    }
    if (draft.spec->validVersions.contains(known->version)) {
        return MessageLayout::make(draft.spec, known->version);
    }
    draft = rebindDraft(draft, known->spec);
    return known;
}

bool DraftDocument::fits(int version) const {
    const auto header = knownHeader(version);
    const auto body = knownBody(version);
    return (!header || m_header.spec->validVersions.contains((*header)->version)) &&
           (!body || m_body.spec->validVersions.contains(version));
}

void DraftDocument::findLayouts() {
    const auto header = knownHeader(m_version);
    const auto body = knownBody(m_version);
    m_headerLayout = header ? bind(m_header, *header) : nullptr;
    m_bodyLayout = body ? bind(m_body, *body) : nullptr;
    changed();
}

void DraftDocument::setVersion(int version) {
    m_version = version;
    findLayouts();
}

void DraftDocument::setAutomatic(std::string clientId, std::int32_t correlationId) {
    m_clientId = std::move(clientId);
    m_correlationId = correlationId;
    changed();
}

void DraftDocument::replace(ValueDraft header, ValueDraft body) {
    m_header = std::move(header);
    m_body = std::move(body);
    changed();
}

void DraftDocument::changed() {
    m_filledHeader = nullptr;
    m_writtenBody.reset();
    m_isBodyWritten = false;
    m_preview = nullptr;
    m_problems = nullptr;
    m_remarks.reset();
}

const ValueDraft& DraftDocument::writtenBody() const {
    if (!m_isBodyWritten) {
        m_writtenBody = withNullsAsEmpty(m_body, m_version);
        m_isBodyWritten = true;
    }
    return m_writtenBody ? *m_writtenBody : m_body;
}

const ValueDraft& DraftDocument::filledHeader() const {
    if (m_filledHeader == nullptr) {
        m_filledHeader = std::make_unique<ValueDraft>(m_header.clone());
        const auto fill = [&](std::string_view name, DraftValue value) {
            const FieldSpec* field = m_header.spec->root.find(name);
            if (field != nullptr && std::holds_alternative<std::monostate>(m_filledHeader->root.fields[field->index])) {
                m_filledHeader->root.fields[field->index] = std::move(value);
            }
        };
        fill("RequestApiKey", std::int64_t{m_body.spec->apiKey.value_or(-1)});
        fill("RequestApiVersion", std::int64_t{m_version});
        fill("CorrelationId", std::int64_t{m_correlationId});
        fill("ClientId", DraftText{m_clientId});
    }
    return *m_filledHeader;
}

const MessageLayout* DraftDocument::layout(bool ofHeader) const {
    return ofHeader ? m_headerLayout.get() : m_bodyLayout.get();
}

int DraftDocument::layoutVersion(bool ofHeader) const {
    const MessageLayout* chosen = layout(ofHeader);
    return chosen != nullptr ? chosen->version : m_version;
}

std::shared_ptr<const ValueTree> DraftDocument::preview() const {
    if (m_preview == nullptr && m_headerLayout != nullptr && m_bodyLayout != nullptr) {
        m_preview = encodeFrame(m_headerLayout, filledHeader(), m_bodyLayout, writtenBody());
    }
    return m_preview;
}

const std::vector<Diagnostic>& DraftDocument::problems() const {
    if (m_problems == nullptr) {
        m_problems = std::make_unique<std::vector<Diagnostic>>();
        if (m_headerLayout != nullptr) {
            *m_problems = validateDraft(*m_headerLayout, filledHeader());
            for (Diagnostic& problem : *m_problems) {
                problem.path = problem.path.empty() ? "header" : "header." + problem.path;
            }
        }
        if (m_bodyLayout != nullptr) {
            std::vector<Diagnostic> ofBody = validateDraft(*m_bodyLayout, writtenBody());
            std::ranges::move(ofBody, std::back_inserter(*m_problems));
        }
    }
    return *m_problems;
}

const PathRemarks& DraftDocument::remarks() const {
    if (!m_remarks) {
        m_remarks.emplace(problems());
    }
    return *m_remarks;
}

}  // namespace brokerscope
