#pragma once

#include <string>

namespace brokerscope {

// What an error code of Kafka means and what to do about it, in our own words.
struct ErrorText {
    std::string text;  // one sentence; empty: the code is not known
    std::string hint;  // what to do; may be empty
};

// Read from the program on first use. Thread safe.
const ErrorText& errorText(int code);

}  // namespace brokerscope
