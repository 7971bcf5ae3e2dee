#pragma once

#include "core/base/bytes.h"

#include <QString>
#include <cstdint>
#include <string>

namespace brokerscope {

// How plain values are written in the window. No schema is needed here.

// Stands between a value and what is known about it, so that views can tell the two apart:
// "3<here>UNKNOWN_TOPIC_OR_PARTITION".
inline constexpr char16_t kMeaningSeparator = u'\u2003';
QString withMeaning(const QString& value, const QString& meaning);  // the value alone where the meaning is empty

// "1 234 567" with narrow no-break spaces as separators.
QString grouped(std::int64_t value);
QString countText(std::uint64_t count, const QString& one, const QString& many);  // "1 element", "3 elements"
// "12 bytes  0a 0b 0c …", the first two dozen of them.
QString bytesText(ByteView bytes);
// As core/text/hex_dump.h says, for the window.
QString hexText(ByteView bytes, std::size_t limit);
QString realText(double value);
// The local time of a record, ms since 1970, which may lie before it. Empty: -1, there is none. A number that no
// calendar of four digits reaches stands for itself.
QString momentText(std::int64_t ms);
// Of any field that is a time: the number and the local time; zero and small negative numbers, which say other things
// (ListOffsets: -1 to -6), stand for themselves.
QString timeText(std::int64_t value);
// Of a record, where every number but -1 is a time.
QString recordTimeText(std::int64_t ms);
// Milliseconds, from ten seconds on also in the largest whole unit: "30 000 ms  = 30 s".
QString durationText(std::int64_t value);
// "compact nullable string" for COMPACT_NULLABLE_STRING, and the definitions' word bool for BOOLEAN.
QString typeText(const std::string& wireType);
// One JSON value of any kind, and nothing else.
bool isJson(ByteView bytes);
// Control and format characters (Unicode's Cc and Cf) as "\u202e": the latter are not seen and can turn the order of
// what stands after them. Line feeds and tabs stay where `keepsLines` says so.
QString visibleText(const QString& text, bool keepsLines = false);
// For display: visible, long text is cut, an empty one is "".
QString shownText(const QString& text);

}  // namespace brokerscope
