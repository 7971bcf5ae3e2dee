#include "ui/pages/filter_texts.h"

#include <algorithm>

namespace brokerscope {
namespace {

constexpr std::size_t kSlot = sizeof(std::string);

std::string keptForm(const QString& text) {
    return text.toCaseFolded().toStdString();
}

bool hasAll(const std::string& text, const std::vector<std::string>& words) {
    return std::ranges::all_of(words,
                               [&text](const std::string& word) { return text.find(word) != std::string::npos; });
}

}  // namespace

std::vector<std::string> FilterTexts::wordsOf(const QString& filter) {
    std::vector<std::string> words;
    for (const QString& word : filter.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        words.push_back(keptForm(word));
    }
    return words;
}

bool FilterTexts::haveAll(ExchangeId id, const std::vector<std::string>& words, const MakeText& make) {
    std::string* slot = slotOf(id);
    if (slot != nullptr && !slot->empty()) {
        return hasAll(*slot, words);
    }
    std::string text = keptForm(make());
    const bool has = hasAll(text, words);
    if (slot != nullptr && m_bytes + text.size() <= m_mostBytes) {
        m_bytes += text.size();
        *slot = std::move(text);
    }
    return has;
}

// Null: there is no room for it.
std::string* FilterTexts::slotOf(ExchangeId id) {
    const auto number = static_cast<std::uint64_t>(id);
    if (number < m_first) {
        return nullptr;
    }
    const std::size_t at = number - m_first;
    if (at >= m_texts.size()) {
        const std::size_t more = at + 1 - m_texts.size();
        if (more > (m_mostBytes - std::min(m_bytes, m_mostBytes)) / kSlot) {
            return nullptr;
        }
        m_texts.resize(at + 1);
        m_bytes += more * kSlot;
    }
    return &m_texts[at];
}

void FilterTexts::forget(ExchangeId id) {
    const auto number = static_cast<std::uint64_t>(id);
    if (number >= m_first && number - m_first < m_texts.size()) {
        std::string& text = m_texts[number - m_first];
        m_bytes -= text.size();
        text = {};
    }
}

void FilterTexts::dropUpTo(ExchangeId last) {
    const auto number = static_cast<std::uint64_t>(last);
    for (; m_first <= number && !m_texts.empty(); ++m_first) {
        m_bytes -= m_texts.front().size() + kSlot;
        m_texts.pop_front();
    }
    m_first = std::max(m_first, number + 1);
}

void FilterTexts::clear() {
    m_texts.clear();
    m_first = 1;
    m_bytes = 0;
}

}  // namespace brokerscope
