#include "app/cli/file_entry_output.h"

#include "app/cli/text_stream.h"
#include "core/base/utf8.h"
#include "core/text/assignment_text.h"
#include "core/text/diagnostic_json.h"
#include "core/text/json_object.h"

#include <algorithm>
#include <ostream>

namespace brokerscope {
namespace {

void addField(JsonObject& object, const EntryField& field) {
    const std::string name = displayUtf8(asBytes(field.name));
    if (const auto* const number = std::get_if<std::int64_t>(&field.value)) {
        object.add(name, *number);
    } else if (const auto* const text = std::get_if<std::string>(&field.value)) {
        object.add(name, displayUtf8(asBytes(*text)));
    } else if (const auto* const json = std::get_if<EntryJson>(&field.value)) {
        object.addJson(name, json->text);
    } else {
        object.addNull(name);
    }
}

std::string valueText(const EntryValue& value) {
    if (const auto* const number = std::get_if<std::int64_t>(&value)) {
        return std::to_string(*number);
    }
    if (const auto* const text = std::get_if<std::string>(&value)) {
        return escapedName(*text);
    }
    const auto* const json = std::get_if<EntryJson>(&value);
    return json != nullptr ? json->text : "null";
}

void appendFields(std::string& out, const std::vector<EntryField>& fields) {
    for (const EntryField& field : fields) {
        out += &field == fields.data() ? "" : " ";
        out += escapedName(field.name);
        out += ": ";
        out += valueText(field.value);
    }
    out += '\n';
}

void appendRemarks(std::string& out, const std::vector<Diagnostic>& remarks) {
    for (const Diagnostic& remark : remarks) {
        out += "  ! ";
        out += diagnosticLine(remark);
        out += '\n';
    }
}

}  // namespace

bool FileEntryOutput::print(const PrintedFile& file, EntryReader& reader, LogCheck* check) {
    LogFileEntry entry;
    bool isEnough = false;
    while (!isEnough && reader.next(entry)) {
        isEnough = m_options.most && m_printed >= *m_options.most;
        if (isEnough) {
            break;
        }
        if (check != nullptr) {
            check->check(entry);
        }
        if (isWanted(entry)) {
            ++m_printed;
            printEntry(file, entry);
        }
    }
    if (!isEnough) {
        std::vector<Diagnostic> remarks = reader.takeRemarks();
        if (check != nullptr) {
            const auto more = check->finish();
            remarks.insert(remarks.end(), more.begin(), more.end());
        }
        printFile(file, reader.facts(), remarks);
    }
    spill(true);
    return !isEnough;
}

bool FileEntryOutput::isWanted(const LogFileEntry& entry) const {
    auto offset = entry.number("offset");
    offset = offset ? offset : entry.number("lastOffset");
    return !offset || (*offset >= m_options.from && *offset <= m_options.to);
}

void FileEntryOutput::noteErrors(const std::vector<Diagnostic>& remarks) {
    m_hasError = m_hasError || std::any_of(remarks.begin(), remarks.end(),
                                           [](const Diagnostic& remark) { return remark.severity == Severity::Error; });
}

void FileEntryOutput::printEntry(const PrintedFile& file, const LogFileEntry& entry) {
    noteErrors(entry.remarks);
    if (!m_options.isJson) {
        appendFields(m_out, entry.fields);
        appendRemarks(m_out, entry.remarks);
        spill(false);
        return;
    }
    {
        JsonObject object(m_out);
        object.add("file", displayUtf8(asBytes(file.path)));
        object.add("kind", logFileKindName(file.kind));
        object.add("entry", entry.index);
        for (const EntryField& field : entry.fields) {
            addField(object, field);
        }
        object.addKey("diagnostics");
        appendDiagnosticsJson(m_out, entry.remarks);
    }
    m_out += '\n';
    spill(false);
}

void FileEntryOutput::printFile(const PrintedFile& file, const std::vector<EntryField>& facts,
                                const std::vector<Diagnostic>& remarks) {
    noteErrors(remarks);
    if (facts.empty() && remarks.empty()) {
        return;
    }
    if (!m_options.isJson) {
        if (!facts.empty()) {
            appendFields(m_out, facts);
        }
        appendRemarks(m_out, remarks);
        spill(true);
        return;
    }
    {
        JsonObject object(m_out);
        object.add("file", displayUtf8(asBytes(file.path)));
        object.add("kind", logFileKindName(file.kind));
        for (const EntryField& field : facts) {
            addField(object, field);
        }
        object.addKey("diagnostics");
        appendDiagnosticsJson(m_out, remarks);
    }
    m_out += '\n';
    spill(true);
}

void FileEntryOutput::spill(bool isLast) {
    if (isLast || m_out.size() >= kSpillBytes) {
        m_context.streams.out << m_out;
        m_out.clear();
    }
}

}  // namespace brokerscope
