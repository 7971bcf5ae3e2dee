#pragma once

#include "core/base/uuid.h"
#include "core/schema/schema_registry.h"
#include "core/value/node_ref.h"
#include "ui/models/entity_names.h"

#include <QString>
#include <QVariant>
#include <memory>

namespace brokerscope {

// Readable texts of values: error codes by name, enumerations by label, times in local time and as number, durations,
// sizes with thousands separators, uuids with the topic's name where it is known. The raw text is the value alone, as
// on the wire. Cheap to copy. The registry must outlive it.
class FieldTexts {
public:
    explicit FieldTexts(const SchemaRegistry& registry, EntityNames names = {});

    const SchemaRegistry& registry() const { return *m_registry; }
    // What the overlays call a secret reads "***" unless it is shown.
    void showSecrets(bool shown) { m_showsSecrets = shown; }

    QString value(const NodeRef& node) const;
    QString rawValue(const NodeRef& node) const;
    QString rawBeginning(const NodeRef& node) const;  // the same, a long text cut
    static QString hiddenText();                      // in the place of what is hidden: "***"
    // "compact nullable string", "int16".
    QString type(const NodeRef& node) const;
    // "Request header", "Body", "Size" for the parts of a frame; else the node's name.
    QString name(const NodeRef& node) const;
    // What the field means, in one sentence; empty where nothing is known. An element has the help of its array.
    QString help(const NodeRef& node) const;
    static QString help(const MessageSpec& message, const FieldSpec& field);
    // An error code other than 0.
    bool isError(const NodeRef& node) const;

    // The same for values that stand in no tree.
    // Some labels are those of some versions of the message; without one they are those of the newest.
    QString number(const FieldSpec& field, std::int64_t value, int version = VersionRange::kOpenEnd) const;
    QString text(const FieldSpec& field, const QString& value) const;
    QString uuid(const Uuid& value) const;
    bool isErrorCode(const FieldSpec& field) const;
    // Choice values of an enumeration of numbers, of error codes or API keys; empty for a field that takes any number.
    // Those of other versions of the message are among them, with what they say in this one.
    QVariantList choices(const FieldSpec& field, int version = VersionRange::kOpenEnd) const;

private:
    QString emptyMeaning(const NodeRef& node) const;
    QString scalar(const NodeRef& node) const;
    QString structure(const NodeRef& node) const;

    const SchemaRegistry* m_registry;
    EntityNames m_names;
    bool m_showsSecrets = false;
};

}  // namespace brokerscope
