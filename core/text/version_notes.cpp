#include "core/text/version_notes.h"

#include "core/schema/embedded_text.h"

#include <nlohmann/json.hpp>

namespace brokerscope {
namespace {

struct Note {
    std::string message;
    int version = 0;
    std::string text;
};

std::vector<Note> readNotes() {
    std::vector<Note> notes;
    const auto text = embeddedText("resources/version_notes/notes.json");
    if (!text) {
        return notes;
    }
    for (const nlohmann::json& entry : nlohmann::json::parse(*text)) {
        std::string sentence = entry.at("text").get<std::string>();
        if (const std::string source = entry.value("source", ""); !source.empty()) {
            sentence += " (" + source + ')';
        }
        notes.push_back({entry.at("message").get<std::string>(), entry.at("version").get<int>(), std::move(sentence)});
    }
    return notes;
}

}  // namespace

std::vector<std::string> versionNotes(std::string_view message, int version) {
    static const std::vector<Note> notes = readNotes();
    std::vector<std::string> found;
    for (const Note& note : notes) {
        if (note.message == message && note.version == version) {
            found.push_back(note.text);
        }
    }
    return found;
}

}  // namespace brokerscope
