#pragma once

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

    QString value(const NodeRef& node) const;
    QString rawValue(const NodeRef& node) const;
    // "compact nullable string", "int16".
    QString type(const NodeRef& node) const;
    // An error code other than 0.
    bool isError(const NodeRef& node) const;

    // The same for values that stand in no tree. `message` is the definition that has the field.
    QString number(const MessageSpec& message, const FieldSpec& field, std::int64_t value) const;
    QString uuid(const Uuid& value) const;
    bool isErrorCode(const FieldSpec& field) const;
    // Choice values of an enumeration or of error codes; empty for a field that takes any number.
    QVariantList choices(const MessageSpec& message, const FieldSpec& field) const;

private:
    const SchemaRegistry* m_registry;
    EntityNames m_names;
};

// "1 234 567" with narrow no-break spaces as separators.
QString grouped(std::int64_t value);
QString countText(std::uint64_t count, const QString& one, const QString& many);  // "1 element", "3 elements"

}  // namespace brokerscope
