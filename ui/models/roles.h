#pragma once

#include <Qt>

namespace brokerscope {

// What the models of trees, drafts and API lists say beyond the text of a cell. They say meanings; views choose
// colours, icons and widgets. Every role may be asked on any column of a row.
enum Role : int {
    // Values and their bytes.
    RawValueRole = Qt::UserRole + 1,  // QString: the value as it is on the wire, without names
    PathRole,                         // QString: topics[0].name
    OffsetRole,                       // qulonglong: first byte; invalid QVariant where a row has no bytes
    SizeRole,                         // qulonglong: bytes, prefixes included
    TintRole,                         // int: 0-6 a field's tint, 7 the tint of tag sections, -1 none
    RowKindRole,                      // int: RowKind
    IsErrorRole,                      // bool: an error code other than 0
    IsNullRole,                       // bool: null on the wire, or said as null
    // Remarks.
    SeverityRole,     // int: worst Severity of the row and all below it, -1 where there is none
    RemarkCountRole,  // int: warnings and errors of the row and all below it
    OwnRemarksRole,   // QStringList: sentences of the row itself
    HelpRole,         // QString: what the field means; empty where nothing is known
    // Drafts.
    InVersionRole,  // bool: the chosen version has the field
    LossRole,       // int: Loss
    TouchedRole,    // bool: set by hand; otherwise the definition's default
    NullableRole,   // bool: may be null at the chosen version
    EditorRole,     // int: EditorKind
    LeastRole,      // qlonglong: range of a whole number
    GreatestRole,
    ChoicesRole,  // QVariantList of Choice: labels of an enumeration, known error codes, or a ListChoice each
    EntityRole,   // QString: entityType, empty where there is none
    // API lists.
    ApiKeyRole,       // int; invalid for a family
    ApiVersionsRole,  // QString: "0-13"
    SupportRole,      // int: Support
    SearchRole        // QString: all that the filter looks through, lower case
};

// A remark is a sentence about the whole message, in the value column.
enum class RowKind { Section, Field, Element, Range, Tags, UnknownTag, Gap, Remark };

// What the chosen version does to a value that it lacks.
enum class Loss { None, Dropped, Refused };

enum class EditorKind { None, Bool, Integer, Real, Text, Uuid, Bytes, Enumeration, Entity, ListChoice };

// What a list is, where null and emptiness have a meaning of their own.
enum class ListChoice : int { Null, Empty, Elements };

// What the connected broker says about an API.
enum class Support { NotConnected, Supported, NotSupported, UnknownHere };

// Columns of the models of trees and drafts.
struct TreeColumn {
    enum Name : int { Field, Value, Type, Bytes, Count };
};

}  // namespace brokerscope
