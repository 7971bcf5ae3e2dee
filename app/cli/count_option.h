#pragma once

#include <string>

namespace brokerscope {

// A check for options that take a number of things, of which there is one at least. Empty: the text is a whole number
// from 1 on that fits 64 bits; else the sentence that says so.
std::string checkCount(const std::string& text);

// The same for the number of a version and for an int32.
std::string checkVersion(const std::string& text);
std::string checkInt32(const std::string& text);

}  // namespace brokerscope
