#include "core/collections/json_items.h"

#include <algorithm>

namespace brokerscope {
namespace {

constexpr std::size_t kNone = std::string_view::npos;

bool startsLine(std::string_view text) {
    return text.starts_with('\n') || text.starts_with("\r\n");
}

// Where the next line end begins; npos: there is none. A "\r" alone ends no line.
std::size_t lineEndFrom(std::string_view text, std::size_t at) {
    const std::size_t end = text.find('\n', at);
    return end != kNone && end > at && text[end - 1] == '\r' ? end - 1 : end;
}

// Goes over white space and comments.
struct TriviaScan {
    std::size_t lastCommentEnd = 0;  // 0: no comment
    std::size_t firstLineEnd = kNone;
    bool isLineCommentOpen = false;  // the text ends within one
};

TriviaScan scanTrivia(std::string_view text) {
    TriviaScan scan;
    for (std::size_t at = 0; at < text.size();) {
        const std::string_view two = text.substr(at, 2);
        if (two == "//") {
            const std::size_t end = std::min(lineEndFrom(text, at), text.size());
            scan.isLineCommentOpen = end == text.size();
            at = scan.lastCommentEnd = end;
        } else if (two == "/*") {
            const std::size_t end = text.find("*/", at + 2);
            at = scan.lastCommentEnd = end == kNone ? text.size() : end + 2;
        } else {
            const bool isLineEnd = startsLine(text.substr(at));
            scan.firstLineEnd = isLineEnd && scan.firstLineEnd == kNone ? at : scan.firstLineEnd;
            ++at;
        }
    }
    return scan;
}

// How much of what follows an item on its line is its own: nothing, or a comment that ends the line.
std::size_t tailSize(std::string_view after) {
    const std::size_t lineEnd = scanTrivia(after).firstLineEnd;
    const bool hasComment = lineEnd != kNone && scanTrivia(after.substr(0, lineEnd)).lastCommentEnd > 0;
    return hasComment ? lineEnd : 0;
}

void append(std::string& out, bool& isOpen, std::string_view piece, std::string_view lineEnd) {
    if (piece.empty()) {
        return;
    }
    if (isOpen && !startsLine(piece)) {
        out += lineEnd;
    }
    out += piece;
    isOpen = false;
}

void appendTrivia(std::string& out, bool& isOpen, std::string_view trivia, std::string_view lineEnd) {
    append(out, isOpen, trivia, lineEnd);
    isOpen = trivia.empty() ? isOpen : scanTrivia(trivia).isLineCommentOpen;
}

}  // namespace

JsonItems splitItems(const CommentedJson& json, const JsonPart& part) {
    const std::string_view text = json.text();
    JsonItems split;
    split.open = text[part.begin];
    split.close = text[part.end - 1];
    std::size_t at = part.begin + 1;
    for (std::size_t i = 0; i < part.children.size(); ++i) {
        const JsonPart& child = part.children[i];
        const bool isLast = i + 1 == part.children.size();
        const std::size_t begin = child.nameEnd > 0 ? child.nameBegin : child.begin;
        JsonItem item;
        item.lead = text.substr(at, begin - at);
        item.body = text.substr(begin, child.end - begin);
        at = child.end;
        if (!isLast) {
            const std::size_t comma = json.plain().find(',', at);
            item.beforeComma = text.substr(at, comma - at);
            at = comma + 1;
        }
        const JsonPart* next = isLast ? nullptr : &part.children[i + 1];
        const std::size_t nextBegin = next == nullptr     ? part.end - 1
                                      : next->nameEnd > 0 ? next->nameBegin
                                                          : next->begin;
        item.tail = text.substr(at, tailSize(text.substr(at, nextBegin - at)));
        at += item.tail.size();
        split.items.push_back(std::move(item));
    }
    split.end = text.substr(at, part.end - 1 - at);
    return split;
}

std::string joinItems(const JsonItems& items, std::string_view lineEnd) {
    std::string out(1, items.open);
    bool isOpen = false;
    for (std::size_t i = 0; i < items.items.size(); ++i) {
        const JsonItem& item = items.items[i];
        appendTrivia(out, isOpen, item.lead, lineEnd);
        append(out, isOpen, item.body, lineEnd);
        appendTrivia(out, isOpen, item.beforeComma, lineEnd);
        append(out, isOpen, i + 1 < items.items.size() ? "," : "", lineEnd);
        appendTrivia(out, isOpen, item.tail, lineEnd);
    }
    appendTrivia(out, isOpen, items.end, lineEnd);
    append(out, isOpen, std::string_view(&items.close, 1), lineEnd);
    return out;
}

std::string commentsOf(std::string_view lead) {
    return std::string(lead.substr(0, scanTrivia(lead).lastCommentEnd));
}

std::string leadLike(std::string_view lead) {
    const std::size_t lineEnd = lead.rfind('\n');
    if (lineEnd == kNone) {
        return std::string(lead.substr(0, lead.find_first_not_of(" \t")));
    }
    const std::string_view line = lead.substr(lineEnd + 1);
    const std::string_view indentation = line.substr(0, line.find_first_not_of(" \t"));
    return (lineEnd > 0 && lead[lineEnd - 1] == '\r' ? "\r\n" : "\n") + std::string(indentation);
}

}  // namespace brokerscope
