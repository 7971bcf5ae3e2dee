#include "core/workbench/topic_export.h"

#include "core/base/hex.h"
#include "core/base/text_scan.h"
#include "core/text/diagnostic_json.h"
#include "core/text/json_object.h"
#include "core/text/record_texts.h"
#include "core/text/topic_record_text.h"
#include "core/value/json_text.h"
#include "core/workbench/record_preview.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <fmt/format.h>
#include <fstream>
#include <string_view>

namespace brokerscope {
namespace {

constexpr std::size_t kSpillAt = 262'144;
constexpr std::array<const char*, 4> kStateWords{"", "pending", "committed", "aborted"};

const char* stateWord(TransactionState state) {
    return kStateWords[static_cast<std::size_t>(state)];
}

// A field in quotes wherever that is needed.
void appendCsv(std::string& out, std::string_view text) {
    if (text.find_first_of(",\"\r\n") == std::string_view::npos) {
        out += text;
        return;
    }
    out += '"';
    for (const char c : text) {
        out += c;
        if (c == '"') {
            out += c;
        }
    }
    out += '"';
}

std::string plainText(const NullableBytes& content) {
    if (content.isNull) {
        return {};
    }
    return isPlainText(content.bytes) ? std::string(asText(content.bytes)) : "0x" + toHex(content.bytes);
}

class RowWriter {
public:
    RowWriter(const TopicExport& what, std::string& out)
        : m_what(what)
        , m_out(out)
        , m_texts(*what.context.registry, {}, what.context.limits, readable(what))
        , m_topic(m_texts.reader().topic(what.context.decodedAs))
        , m_cursor(what.context.limits) {}

    void writeHead() {
        if (m_what.form == TopicExportForm::Csv) {
            m_out += "partition,offset,timestamp,type,typeId,group,about,tombstone,transaction,producerId,key,value,"
                     "record,checkpoint\r\n";
        }
    }
    // False: its bytes are gone.
    bool write(const TopicPiece& piece, const TopicRow& row) {
        const RecordView* view = m_cursor.record(piece, row);
        if (view == nullptr) {
            return false;
        }
        const bool isCsv = m_what.form == TopicExportForm::Csv;
        isCsv ? writeCsv(piece, row, *view) : writeJson(piece, row, *view);
        return true;
    }

private:
    static ReadableOptions readable(const TopicExport& what) {
        ReadableOptions options;
        options.registry = what.context.registry;
        options.mask = true;
        return options;
    }
    bool isDecoded(const TopicBatch& batch) const { return m_topic != nullptr && !batch.isControl; }

    void writeJson(const TopicPiece& piece, const TopicRow& row, const RecordView& view) {
        const TopicBatch& batch = piece.batchOf(row);
        if (!isDecoded(batch) && !batch.isControl) {
            m_out += "{\"topic\":";
            appendJsonString(m_out, m_what.context.topic);
            m_out += fmt::format(",\"partition\":{}", batch.partition);
            const std::size_t brace = m_out.size();
            appendRecordJson(m_out, view);
            m_out[brace] = ',';
        } else {
            writeObject(piece, row, view);
        }
        m_out += '\n';
    }
    void writeObject(const TopicPiece& piece, const TopicRow& row, const RecordView& view) {
        const TopicBatch& batch = piece.batchOf(row);
        JsonObject object(m_out);
        object.add("topic", m_what.context.topic);
        object.add("partition", batch.partition);
        object.add("offset", row.offset);
        if (batch.place.checkpoint >= 0) {
            object.add("checkpoint", batch.place.checkpoint);
        }
        object.add("timestamp", row.timestamp);
        if (batch.isControl) {
            object.addJson("control", controlText(*m_what.context.registry, view, m_what.context.limits).json);
        } else {
            addDecoded(object, piece, row, view);
        }
        object.add("transactional", batch.isTransactional);
        if (batch.isTransactional) {
            object.add("producerId", batch.producerId);
            object.add("transaction", stateWord(m_what.transactions.of(batch.transaction)));
        }
    }
    void addDecoded(JsonObject& object, const TopicPiece& piece, const TopicRow& row, const RecordView& view) {
        const TopicRecord read = m_texts.reader().read(*m_topic, view.key, view.value);
        std::vector<Diagnostic> remarks;
        m_texts.addTo(object, read, view, m_cursor.bytes(), remarks);
        const auto add = [&](std::string_view key, PieceText text, bool isSaid) {
            if (isSaid && text.size > 0) {
                object.add(key, piece.text(text));
            } else {
                object.addNull(key);
            }
        };
        add("group", row.group, true);
        add("about", row.about, true);
        add("deletes", row.about, row.isTombstone);
        object.addKey("diagnostics");
        appendDiagnosticsJson(m_out, remarks);
    }
    void writeCsv(const TopicPiece& piece, const TopicRow& row, const RecordView& view) {
        const TopicBatch& batch = piece.batchOf(row);
        m_out += fmt::format("{},{},{},", batch.partition, row.offset, row.timestamp);
        appendCsv(m_out, piece.typeOf(row));
        m_out += row.typeId >= 0 ? fmt::format(",{},", row.typeId) : std::string(",,");
        appendCsv(m_out, piece.text(row.group));
        m_out += ',';
        appendCsv(m_out, isDecoded(batch) || batch.isControl ? piece.text(row.about) : std::string_view());
        m_out += fmt::format(",{},{},", row.isTombstone, stateWord(m_what.transactions.of(batch.transaction)));
        m_out += batch.producerId >= 0 ? std::to_string(batch.producerId) : std::string();
        const bool isPlain = !isDecoded(batch);
        for (const std::string& text :
             {isPlain ? plainText(view.key) : std::string(), isPlain ? plainText(view.value) : std::string(),
              isPlain ? std::string() : decodedText(view)}) {
            m_out += ',';
            appendCsv(m_out, text);
        }
        m_out += batch.place.checkpoint >= 0 ? fmt::format(",{}\r\n", batch.place.checkpoint) : ",\r\n";
    }
    std::string decodedText(const RecordView& view) const {
        std::vector<Diagnostic> remarks;
        return m_texts.json(m_texts.reader().read(*m_topic, view.key, view.value), view, m_cursor.bytes(), remarks);
    }

    const TopicExport& m_what;
    std::string& m_out;
    TopicRecordText m_texts;
    const InternalTopicFacts* m_topic;
    TopicRecordCursor m_cursor;
};

}  // namespace

Result<ExportedRows> exportRows(const TopicExport& what, const std::string& path, const CancelToken& cancel) {
    errno = 0;
    std::ofstream file(path, std::ios::binary | std::ios::trunc);
    std::string out;
    ExportedRows done;
    RowWriter writer(what, out);
    writer.writeHead();
    for (const ChosenRows& chosen : what.chosen) {
        for (const std::uint32_t row : chosen.rows) {
            if (cancel.isCancelled() || !file.good()) {
                break;
            }
            ++(writer.write(*chosen.piece, chosen.piece->rows[row]) ? done.written : done.missing);
            if (out.size() >= kSpillAt) {
                file << out;
                out.clear();
            }
        }
    }
    file << out;
    file.flush();
    if (!file.good()) {
        return failure(MessageId::FileUnwritable,
                       {path, errno != 0 ? std::strerror(errno) : "it does not take all bytes"});
    }
    return done;
}

}  // namespace brokerscope
