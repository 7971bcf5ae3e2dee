#pragma once

#include "core/records/compressor.h"
#include "core/value/node_ref.h"
#include "core/value/value_draft.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace brokerscope {

// One entry of a `records` field that is being written: a batch of magic 2, messages of magic 0 or 1, or bytes that are
// sent as they are. What its drafts leave untouched is computed (core/records/batch_composer.h). Movable; copied by
// clone().
struct DraftBatch {
    static constexpr int kRaw = -1;

    int format = 2;  // the magic whose layout it has, 0 to 2, or kRaw
    // Magic 2: a RecordBatch with its records. Magic 0 and 1: the Message around the others, written where its
    // attributes name a codec.
    ValueDraft head;
    std::vector<ValueDraft> messages;  // magic 0 and 1
    CompressionForm form;
    ByteBuffer raw;        // kRaw
    std::string whyRaw;    // what stands against fields; empty: nobody tried
    bool canRead = false;  // kRaw: readAnyway() gives fields, which say other bytes

    // Without records. A batch of magic 2 has `time` as its base timestamp; -1: none.
    static DraftBatch empty(int format, std::int64_t time = -1);
    static DraftBatch ofBytes(ByteBuffer bytes, std::string why = {});
    DraftBatch clone() const;

    std::optional<CompressionType> compression() const;  // by the attributes; nothing: an unknown codec
    int recordCount() const;
    // `index` is one of recordCount().
    DraftStruct& record(int index);
    const DraftStruct& record(int index) const;
    DraftStruct newRecord() const;
    void insertRecord(int at, DraftStruct record);
    void removeRecord(int at);
    void moveRecord(int from, int to);  // `to` is the final position

private:
    DraftArray* array();
    const DraftArray* array() const;
};

// The value of a field by its name in the definition; monostate where it is untouched.
const DraftValue& draftField(const DraftStruct& draft, std::string_view name);
void setDraftField(DraftStruct& draft, std::string_view name, DraftValue&& value);
// The number that a field says or stands for; 0 for a field that is no number.
std::int64_t draftInteger(const DraftStruct& draft, std::string_view name);

// A batch as bytes: a tree over them, of RecordFormats::batch() or batchHeader() for magic 2, else of a record set.
std::shared_ptr<const ValueTree> composeDraftBatch(const DraftBatch& batch);

// Nodes of that tree; invalid where the bytes do not show them, within compressed ones.
NodeRef headNode(const DraftBatch& batch, const std::shared_ptr<const ValueTree>& tree);
NodeRef recordNode(const DraftBatch& batch, const std::shared_ptr<const ValueTree>& tree, int record);

// The same records in another format; else what it has no place for ("record headers").
struct FormatChange {
    DraftBatch batch;
    std::vector<std::string> lost;
};
FormatChange withFormat(const DraftBatch& batch, int format);

}  // namespace brokerscope
