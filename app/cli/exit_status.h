#pragma once

namespace brokerscope {

// What scripts see.
inline constexpr int kDone = 0;
inline constexpr int kDataError = 1;   // done, and the data or answer holds an error
inline constexpr int kUsageError = 2;  // wrong usage or unreadable input
inline constexpr int kNoAnswer = 3;    // could not connect, authenticate or get an answer

}  // namespace brokerscope
