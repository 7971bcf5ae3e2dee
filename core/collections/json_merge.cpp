#include "core/collections/json_merge.h"

#include "core/collections/json_equality.h"
#include "core/collections/json_items.h"

#include <algorithm>
#include <list>

namespace brokerscope {
namespace {

constexpr std::size_t kOneLine = 100;  // bytes of a list that still stands on one line

bool isScalar(const JsonPart& part) {
    return part.kind != JsonPart::Kind::Object && part.kind != JsonPart::Kind::Array;
}

// The blanks at the beginning of the line that a byte stands on.
std::string indentationAt(std::string_view text, std::size_t at) {
    const std::size_t begin = text.rfind('\n', at == 0 ? 0 : at - 1);
    const std::string_view line = text.substr(begin == std::string_view::npos ? 0 : begin + 1);
    return std::string(line.substr(0, line.find_first_not_of(" \t")));
}

// Items of the result: kept ones by their position in the old text, new ones by that in the new text.
struct Entry {
    static constexpr std::size_t kNone = std::string::npos;
    std::size_t old = kNone;
    std::size_t fresh = kNone;
};

// Kept members in the old order, each new one behind the one that it follows.
std::vector<Entry> memberEntries(const JsonPart& old, const JsonPart& fresh) {
    const std::vector<std::size_t> matches = matchedMembers(old, fresh);
    std::list<Entry> entries;
    std::vector<std::list<Entry>::iterator> places(fresh.children.size(), entries.end());
    for (std::size_t i = 0; i < matches.size(); ++i) {
        const auto place = entries.insert(entries.end(), {i, matches[i]});
        if (matches[i] != Entry::kNone) {
            places[matches[i]] = place;
        }
    }
    for (std::size_t i = 0; i < places.size(); ++i) {
        if (places[i] == entries.end()) {
            const auto behind = i == 0 ? entries.begin() : std::next(places[i - 1]);
            places[i] = entries.insert(behind, {Entry::kNone, i});
        }
    }
    return {entries.begin(), entries.end()};
}

class JsonMerger {
public:
    JsonMerger(const CommentedJson& old, const CommentedJson& fresh, const JsonMeaning& meaning)
        : m_old(old), m_fresh(fresh), m_meaning(meaning) {
        m_lineEnd = old.text().find("\r\n") != std::string::npos ? "\r\n" : "\n";
        const JsonPart& root = old.root();
        if (!isScalar(root) && !root.children.empty()) {
            const std::string lead = leadLike(splitItems(old, root).items.front().lead);
            const std::string base = indentationAt(old.text(), root.begin);
            const std::string indentation = lead.substr(std::min(lead.rfind('\n') + 1, lead.size()));
            const bool isDeeper = lead.find('\n') != std::string::npos && indentation.size() > base.size();
            m_unit = isDeeper ? indentation.substr(base.size()) : m_unit;
        }
    }

    std::string merged(const JsonPart& old, const JsonPart& fresh) const {
        if (isSame(old, fresh)) {
            return std::string(m_old.textOf(old));
        }
        const std::string indentation = indentationAt(m_old.text(), old.begin);
        const bool isEmpty = old.children.empty() && inner(old).find_first_not_of(" \t\r\n") == std::string_view::npos;
        if (old.kind != fresh.kind || isScalar(old) || isEmpty) {
            return rendered(fresh, indentation);
        }
        const bool isObject = old.kind == JsonPart::Kind::Object;
        return mergedItems(old, fresh, isObject ? memberEntries(old, fresh) : elementEntries(old, fresh), indentation);
    }

private:
    bool isSame(const JsonPart& old, const JsonPart& fresh) const {
        return saysTheSame(m_old, old, m_fresh, fresh, m_meaning);
    }

    std::string_view inner(const JsonPart& part) const {
        const std::string_view text = m_old.textOf(part);
        return isScalar(part) ? text : text.substr(1, text.size() - 2);
    }

    // What is alike at both ends stays; in between elements are matched one by one.
    std::vector<Entry> elementEntries(const JsonPart& old, const JsonPart& fresh) const {
        const std::size_t least = std::min(old.children.size(), fresh.children.size());
        std::size_t before = 0;
        while (before < least && isSame(old.children[before], fresh.children[before])) {
            ++before;
        }
        std::size_t after = 0;
        while (after < least - before && isSame(old.children[old.children.size() - 1 - after],
                                                fresh.children[fresh.children.size() - 1 - after])) {
            ++after;
        }
        std::vector<Entry> entries;
        const std::size_t oldEnd = old.children.size() - after;
        const std::size_t freshEnd = fresh.children.size() - after;
        for (std::size_t i = 0; i < std::max(oldEnd, freshEnd); ++i) {
            entries.push_back({i < oldEnd ? i : Entry::kNone, i < freshEnd ? i : Entry::kNone});
        }
        for (std::size_t i = 0; i < after; ++i) {
            entries.push_back({oldEnd + i, freshEnd + i});
        }
        return entries;
    }

    std::string mergedItems(const JsonPart& old, const JsonPart& fresh, const std::vector<Entry>& entries,
                            const std::string& indentation) const {
        const JsonItems split = splitItems(m_old, old);
        JsonItems result{split.open, split.close, {}, {}};
        std::string comments;  // of items that went
        std::string behindThem;
        for (const Entry& entry : entries) {
            if (entry.fresh == Entry::kNone) {
                const std::string& lead = split.items[entry.old].lead;
                const std::string kept = commentsOf(lead);
                comments += kept;
                behindThem = kept.empty() ? behindThem : lead.substr(kept.size());
                continue;
            }
            JsonItem item = entry.old != Entry::kNone
                                ? keptItem(split, old, entry.old, fresh.children[entry.fresh])
                                : newItem(split, old, fresh.children[entry.fresh], result.items.size(), indentation);
            const bool needsLine = !comments.empty() && item.lead.find('\n') == std::string::npos;
            item.lead = comments + (needsLine ? behindThem : item.lead);
            comments.clear();
            result.items.push_back(std::move(item));
        }
        placeFirst(result, split);
        result.end = comments + split.end;
        if (split.items.empty()) {
            // Only comments stood there.
            result.end = m_lineEnd + indentation;
            result.items.front().lead.insert(0, commentsOf(split.end));
        }
        if (result.items.empty() && isBlankJson(result.end) && commentsOf(result.end).empty()) {
            result.end.clear();
        }
        return joinItems(result, m_lineEnd);
    }

    JsonItem keptItem(const JsonItems& split, const JsonPart& old, std::size_t index, const JsonPart& fresh) const {
        JsonItem item = split.items[index];
        const JsonPart& child = old.children[index];
        item.body.resize(item.body.size() - (child.end - child.begin));
        item.body += merged(child, fresh);
        return item;
    }

    // `position`: of the new item among those of the result.
    JsonItem newItem(const JsonItems& split, const JsonPart& old, const JsonPart& fresh, std::size_t position,
                     const std::string& indentation) const {
        JsonItem item;
        if (split.items.empty()) {
            item.lead = m_lineEnd + indentation + m_unit;
        } else {
            const JsonItem& neighbour =
                split.items[position == 0 ? 0 : std::min<std::size_t>(1, split.items.size() - 1)];
            item.lead = leadLike(neighbour.lead);
            const bool isOnOneLine = item.lead.find('\n') == std::string::npos;
            item.lead = isOnOneLine && split.items.size() == 1 && position > 0 ? " " : item.lead;
        }
        const std::size_t lineEnd = item.lead.rfind('\n');
        const bool hasLine = lineEnd != std::string::npos;
        if (fresh.nameEnd > 0) {
            item.body = m_fresh.text().substr(fresh.nameBegin, fresh.nameEnd - fresh.nameBegin) + colonOf(old);
        }
        item.body += hasLine ? rendered(fresh, item.lead.substr(lineEnd + 1)) : onOneLine(fresh);
        return item;
    }

    // On one line the first item stands as the first one stood, and the others apart from it.
    static void placeFirst(JsonItems& result, const JsonItems& split) {
        if (split.items.empty() || split.items.front().lead.find_first_not_of(" \t") != std::string::npos) {
            return;
        }
        for (std::size_t i = 0; i < result.items.size(); ++i) {
            std::string& lead = result.items[i].lead;
            if (lead.find_first_not_of(" \t") != std::string::npos) {
                return;
            }
            if (i == 0) {
                lead = split.items.front().lead;
            } else if (lead.empty()) {
                lead = split.items.size() > 1 ? split.items[1].lead : " ";
            }
        }
    }

    std::string colonOf(const JsonPart& old) const {
        if (old.children.empty()) {
            return ": ";
        }
        const JsonPart& first = old.children.front();
        const std::string_view between = m_old.plain();
        const std::string colon(between.substr(first.nameEnd, first.begin - first.nameEnd));
        return colon.find_first_not_of(" :") == std::string::npos && colon.size() <= 3 ? colon : ": ";
    }

    std::string onOneLine(const JsonPart& fresh) const {
        if (isScalar(fresh)) {
            return std::string(m_fresh.textOf(fresh));
        }
        std::string out(1, m_fresh.text()[fresh.begin]);
        for (const JsonPart& child : fresh.children) {
            out += out.size() > 1 ? ", " : "";
            out += nameOf(child) + onOneLine(child);
        }
        return out + m_fresh.text()[fresh.end - 1];
    }

    // Over several lines, the first of which is indented so.
    std::string rendered(const JsonPart& fresh, const std::string& indentation) const {
        const bool isList =
            fresh.kind == JsonPart::Kind::Array && std::all_of(fresh.children.begin(), fresh.children.end(), isScalar);
        if (isScalar(fresh) || fresh.children.empty() || (isList && onOneLine(fresh).size() <= kOneLine)) {
            return onOneLine(fresh);
        }
        std::string out(1, m_fresh.text()[fresh.begin]);
        for (const JsonPart& child : fresh.children) {
            out += out.size() > 1 ? "," : "";
            out += m_lineEnd + indentation + m_unit + nameOf(child) + rendered(child, indentation + m_unit);
        }
        return out + m_lineEnd + indentation + m_fresh.text()[fresh.end - 1];
    }

    std::string nameOf(const JsonPart& child) const {
        return child.nameEnd == 0 ? std::string()
                                  : m_fresh.text().substr(child.nameBegin, child.nameEnd - child.nameBegin) + ": ";
    }

    const CommentedJson& m_old;
    const CommentedJson& m_fresh;
    const JsonMeaning& m_meaning;
    std::string m_lineEnd;
    std::string m_unit = "  ";
};

}  // namespace

std::string mergeJson(const CommentedJson& old, const CommentedJson& fresh, const JsonMeaning& meaning) {
    const std::string_view text = old.text();
    std::string result(text.substr(0, old.root().begin));
    result += JsonMerger(old, fresh, meaning).merged(old.root(), fresh.root());
    result += text.substr(old.root().end);
    return result;
}

}  // namespace brokerscope
