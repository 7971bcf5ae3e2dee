#pragma once

#include "core/value/node_ref.h"
#include "ui/models/pool_work.h"

#include <QString>
#include <QStringList>

#include <functional>

namespace brokerscope {

class OpenDocument;

// Texts that a field or a run of bytes is copied as.
enum class CopyFormat { Value, Path, Json, KafkaJson, Hex, HexDump, Base64, CArray, TestVector };

// What a node can be copied as, in the order of a menu; bytes alone have neither value, path nor JSON. A test vector is
// of the whole message, and only offered where nothing in it is hidden.
QList<CopyFormat> nodeCopyFormats(bool isMasked = false);
QList<CopyFormat> byteCopyFormats();
// "Copy as C array", or "Copy as C array, secrets masked", translated.
QString copyFormatName(CopyFormat format, bool isMasked = false);

// JSON has what Kafka's leaves out, unknown tags and overrides; Kafka's own has not. What a document hides is "***" in
// values and JSON, and "*" in the place of each byte. `value` is the node's own text.
QString copiedNode(const OpenDocument& document, const NodeRef& node, const QString& value, CopyFormat format);
// An empty text for a format that bytes alone do not have.
QString copiedBytes(const OpenDocument& document, ByteSpan span, CopyFormat format);

// Puts such texts on the clipboard; those of many bytes are made on a thread of the pool, and come a little later. GUI
// thread.
class Copying {
public:
    explicit Copying(QObject* owner) : m_owner(owner) {}

    void copyNode(const OpenDocument& document, const NodeRef& node, const QString& value, CopyFormat format);
    void copyBytes(const OpenDocument& document, ByteSpan span, CopyFormat format);

private:
    void copy(std::uint64_t size, std::function<QString()> make);

    QObject* m_owner;
    LatestWork m_work;
};

}  // namespace brokerscope
