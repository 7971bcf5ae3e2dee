#pragma once

#include "core/base/bytes.h"

#include <QByteArray>
#include <QString>

namespace brokerscope {

// Between the offline half's bytes and Qt's.

inline ByteView viewOf(const QByteArray& bytes) {
    return {reinterpret_cast<const std::uint8_t*>(bytes.constData()), static_cast<std::size_t>(bytes.size())};
}

inline QByteArray arrayOf(ByteView bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(bytes.size())};
}

// Read as UTF-8; what is none becomes U+FFFD.
inline QString textOf(ByteView bytes) {
    return QString::fromUtf8(reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(bytes.size()));
}

}  // namespace brokerscope
