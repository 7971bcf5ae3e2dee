#pragma once

#include "core/codec/encoder.h"
#include "core/schema/schema_registry.h"
#include "core/value/value_draft.h"
#include "ui/models/path_remarks.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace brokerscope {

// A request being written: header and body drafts, the chosen version, and what follows from them: layouts, the bytes
// as they would be sent, and the problems. What follows is made when asked for and kept until changed() is called.
class DraftDocument {
public:
    DraftDocument(const SchemaRegistry& registry, ValueDraft header, ValueDraft body, int version);

    ValueDraft& header() { return m_header; }
    ValueDraft& body() { return m_body; }
    const ValueDraft& body() const { return m_body; }
    int version() const { return m_version; }
    // True when the drafts' own definitions have that version; otherwise setVersion() binds them to other releases'
    // definitions, which makes every pointer into the drafts stale.
    bool fits(int version) const;
    // Versions that nobody knows are taken too: nothing is encoded at them.
    void setVersion(int version);
    void setAutomatic(std::string clientId, std::int32_t correlationId);
    void replace(ValueDraft header, ValueDraft body);
    void changed();

    // As the version writes it (withNullsAsEmpty).
    const ValueDraft& writtenBody() const;
    // With api key, version, correlation and client id filled in where they are untouched.
    const ValueDraft& filledHeader() const;
    const MessageLayout* layout(bool ofHeader) const;  // null: no such version
    int layoutVersion(bool ofHeader) const;
    std::shared_ptr<const ValueTree> preview() const;  // null where the version has no layout
    const std::vector<Diagnostic>& problems() const;   // header paths begin with "header."
    const PathRemarks& remarks() const;                // the same by path

private:
    void findLayouts();
    // The layout of the draft's own definition where that has the version of `known`; else the draft is bound to that
    // of `known`.
    static std::shared_ptr<const MessageLayout> bind(ValueDraft& draft, std::shared_ptr<const MessageLayout> known);
    Result<std::shared_ptr<const MessageLayout>> knownHeader(int version) const;
    Result<std::shared_ptr<const MessageLayout>> knownBody(int version) const;

    const SchemaRegistry& m_registry;
    ValueDraft m_header;
    ValueDraft m_body;
    int m_version;
    std::string m_clientId;
    std::int32_t m_correlationId = 0;
    std::shared_ptr<const MessageLayout> m_headerLayout;
    std::shared_ptr<const MessageLayout> m_bodyLayout;
    mutable std::unique_ptr<ValueDraft> m_filledHeader;
    mutable std::optional<ValueDraft> m_writtenBody;  // nothing: as it is, or not asked for
    mutable bool m_isBodyWritten = false;
    mutable std::shared_ptr<const ValueTree> m_preview;
    mutable std::unique_ptr<std::vector<Diagnostic>> m_problems;
    mutable std::optional<PathRemarks> m_remarks;
};

}  // namespace brokerscope
