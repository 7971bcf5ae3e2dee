#pragma once

#include "core/exchange/exchange.h"

#include <QString>

#include <deque>
#include <functional>
#include <string>
#include <vector>

namespace brokerscope {

// The texts of exchanges in which the words of a filter are looked for, in any case. They are made when they are first
// asked for and kept, so that the next keystroke costs a search in each; beyond a limit of memory the later ones are
// made each time. Ids ascend without gaps. One thread.
class FilterTexts {
public:
    using MakeText = std::function<QString()>;

    static constexpr std::size_t kMostBytes = std::size_t{128} << 20;  // about a million rows

    explicit FilterTexts(std::size_t mostBytes = kMostBytes) : m_mostBytes(mostBytes) {}

    // As the texts are kept.
    static std::vector<std::string> wordsOf(const QString& filter);
    // Whether the text has every one of the words. `make` gives it where it is not kept.
    bool haveAll(ExchangeId id, const std::vector<std::string>& words, const MakeText& make);
    void forget(ExchangeId id);      // it is another one now
    void dropUpTo(ExchangeId last);  // these exchanges are gone
    void clear();
    std::size_t bytes() const { return m_bytes; }  // that are kept

private:
    std::string* slotOf(ExchangeId id);

    std::size_t m_mostBytes;
    std::deque<std::string> m_texts;  // empty: not made
    std::uint64_t m_first = 1;        // id of the first of them
    std::size_t m_bytes = 0;
};

}  // namespace brokerscope
