#include "ui/models/draft_batch.h"

#include "core/records/batch_composer.h"
#include "core/records/record_formats.h"
#include "core/records/record_trees.h"
#include "core/schema/default_value.h"
#include "core/value/draft_defaults.h"

#include <algorithm>

namespace brokerscope {
namespace {

constexpr std::int64_t kAppendedBit = 0x08;

DraftStruct emptyRecord(int format) {
    const RecordFormats& formats = RecordFormats::embedded();
    return makeStruct(format == 2 ? *formats.recordsField().structure->spec : formats.message(format)->spec->root);
}

ByteBuffer composeLegacy(const DraftBatch& batch) {
    ByteBuffer set = composeMessages(batch.messages, batch.format);
    const auto codec = batch.compression();
    if (!codec || *codec == CompressionType::None) {
        return set;
    }
    return composeWrapper(batch.head, batch.format, *codec, set, batch.form);
}

std::shared_ptr<const ValueTree> treeOfSet(ByteBuffer bytes) {
    const auto held = std::make_shared<const ByteBuffer>(std::move(bytes));
    return openRecordSet(held, {BufferId::Main, 0, held->size()});
}

// A field that both formats have, under its names there.
void carry(const DraftStruct& from, std::string_view name, DraftStruct& to, std::string_view newName) {
    setDraftField(to, newName, cloneValue(draftField(from, name)));
}

bool hasHeaders(const DraftStruct& record) {
    const auto* headers = std::get_if<std::unique_ptr<DraftArray>>(&draftField(record, "headers"));
    return headers != nullptr && !(*headers)->elements.empty();
}

// Times: a batch has a base and differences, a message each its own.
std::int64_t timeOf(const DraftBatch& batch, const DraftStruct& record) {
    if (batch.format != 2) {
        return batch.format == 1 ? draftInteger(record, "timestamp") : -1;
    }
    const bool isAppendTime = (draftInteger(batch.head.root, "attributes") & kAppendedBit) != 0;
    const auto* appended = std::get_if<std::int64_t>(&draftField(batch.head.root, "maxTimestamp"));
    if (isAppendTime && appended != nullptr) {
        return *appended;
    }
    return draftInteger(batch.head.root, "baseTimestamp") + draftInteger(record, "timestampDelta");
}

DraftStruct converted(const DraftBatch& from, int index, const DraftBatch& to) {
    const DraftStruct& old = from.record(index);
    DraftStruct record = to.newRecord();
    carry(old, "key", record, "key");
    carry(old, "value", record, "value");
    const std::int64_t time = timeOf(from, old);
    if (time != -1 && to.format == 2) {
        const std::int64_t base = draftInteger(to.head.root, "baseTimestamp");
        setDraftField(record, "timestampDelta", time - base);
    } else if (time != -1 && to.format == 1) {
        setDraftField(record, "timestamp", time);
    }
    return record;
}

}  // namespace

const DraftValue& draftField(const DraftStruct& draft, std::string_view name) {
    static const DraftValue kUntouched;
    const FieldSpec* field = draft.spec->find(name);
    return field != nullptr && field->index < draft.fields.size() ? draft.fields[field->index] : kUntouched;
}

void setDraftField(DraftStruct& draft, std::string_view name, DraftValue&& value) {
    if (const FieldSpec* field = draft.spec->find(name)) {
        draft.fields.resize(std::max<std::size_t>(draft.fields.size(), field->index + 1));
        draft.fields[field->index] = std::move(value);
    }
}

std::int64_t draftInteger(const DraftStruct& draft, std::string_view name) {
    const FieldSpec* field = draft.spec->find(name);
    const auto* told = std::get_if<std::int64_t>(&draftField(draft, name));
    return told != nullptr ? *told : field != nullptr && integerLimits(field->type) ? defaultInteger(*field) : 0;
}

DraftBatch DraftBatch::empty(int format, std::int64_t time) {
    DraftBatch batch;
    batch.format = format;
    const RecordFormats& formats = RecordFormats::embedded();
    batch.head = ValueDraft::fromDefaults(format == 2 ? formats.batch()->spec : formats.message(format)->spec);
    if (format == 2 && time != -1) {
        setDraftField(batch.head.root, "baseTimestamp", time);
    }
    return batch;
}

DraftBatch DraftBatch::ofBytes(ByteBuffer bytes, std::string why) {
    DraftBatch batch = empty(2);
    batch.format = kRaw;
    batch.raw = std::move(bytes);
    batch.whyRaw = std::move(why);
    return batch;
}

DraftBatch DraftBatch::clone() const {
    DraftBatch copy;
    copy.format = format;
    copy.head = head.clone();
    copy.messages.reserve(messages.size());
    for (const ValueDraft& message : messages) {
        copy.messages.push_back(message.clone());
    }
    copy.form = form;
    copy.raw = raw;
    copy.whyRaw = whyRaw;
    copy.canRead = canRead;
    return copy;
}

std::optional<CompressionType> DraftBatch::compression() const {
    return format == kRaw ? CompressionType::None
                          : compressionOf(static_cast<int>(draftInteger(head.root, "attributes")));
}

const DraftArray* DraftBatch::array() const {
    const auto* held = std::get_if<std::unique_ptr<DraftArray>>(&draftField(head.root, "records"));
    return held != nullptr ? held->get() : nullptr;
}

DraftArray* DraftBatch::array() {
    if (std::as_const(*this).array() == nullptr) {
        setDraftField(head.root, "records", std::make_unique<DraftArray>());
    }
    return const_cast<DraftArray*>(std::as_const(*this).array());
}

int DraftBatch::recordCount() const {
    if (format == kRaw) {
        return 0;
    }
    const DraftArray* records = format == 2 ? array() : nullptr;
    return static_cast<int>(format != 2 ? messages.size() : records != nullptr ? records->elements.size() : 0);
}

const DraftStruct& DraftBatch::record(int index) const {
    const auto at = static_cast<std::size_t>(index);
    return format == 2 ? *std::get<std::unique_ptr<DraftStruct>>(array()->elements[at]) : messages[at].root;
}

DraftStruct& DraftBatch::record(int index) {
    return const_cast<DraftStruct&>(std::as_const(*this).record(index));
}

DraftStruct DraftBatch::newRecord() const {
    return emptyRecord(format);
}

void DraftBatch::insertRecord(int at, DraftStruct record) {
    if (format == 2) {
        auto& elements = array()->elements;
        elements.emplace_back(std::make_unique<DraftStruct>(std::move(record)));
        std::rotate(elements.begin() + at, elements.end() - 1, elements.end());
    } else if (format != kRaw) {
        ValueDraft message;
        message.spec = RecordFormats::embedded().message(format)->spec;
        message.root = std::move(record);
        messages.insert(messages.begin() + at, std::move(message));
    }
}

void DraftBatch::removeRecord(int at) {
    if (format == 2) {
        array()->elements.erase(array()->elements.begin() + at);
    } else {
        messages.erase(messages.begin() + at);
    }
}

void DraftBatch::moveRecord(int from, int to) {
    const auto shift = [from, to](auto& list) {
        const auto begin = list.begin();
        if (from < to) {
            std::rotate(begin + from, begin + from + 1, begin + to + 1);
        } else {
            std::rotate(begin + to, begin + from, begin + from + 1);
        }
    };
    format == 2 ? shift(array()->elements) : shift(messages);
}

std::shared_ptr<const ValueTree> composeDraftBatch(const DraftBatch& batch) {
    if (batch.format == 2) {
        return composeBatch(batch.head, batch.form);
    }
    return treeOfSet(batch.format == DraftBatch::kRaw ? batch.raw : composeLegacy(batch));
}

NodeRef headNode(const DraftBatch& batch, const std::shared_ptr<const ValueTree>& tree) {
    const NodeRef root = NodeRef::root(tree);
    if (batch.format == 2) {
        return root;
    }
    const auto set = root.findField("batches");
    const bool isWrapped = batch.format != DraftBatch::kRaw &&
                           batch.compression().value_or(CompressionType::None) != CompressionType::None;
    return isWrapped && set && set->childCount() > 0 ? set->child(0) : NodeRef();
}

NodeRef recordNode(const DraftBatch& batch, const std::shared_ptr<const ValueTree>& tree, int record) {
    const auto at = static_cast<std::size_t>(record);
    const bool isPlain = batch.compression().value_or(CompressionType::None) == CompressionType::None;
    const auto list = NodeRef::root(tree).findField(batch.format == 2 ? "records" : "batches");
    const bool isThere = record >= 0 && batch.format != DraftBatch::kRaw && isPlain && list &&
                         list->kind() == NodeKind::Array && at < list->childCount();
    return isThere ? list->child(at) : NodeRef();
}

FormatChange withFormat(const DraftBatch& batch, int format) {
    FormatChange change{DraftBatch::empty(format), {}};
    if (batch.format == DraftBatch::kRaw) {
        change.lost.emplace_back("bytes");
        return change;
    }
    DraftBatch& made = change.batch;
    made.form = batch.form;
    carry(batch.head.root, "attributes", made.head.root, "attributes");
    if (format == 2 && batch.recordCount() > 0 && timeOf(batch, batch.record(0)) != -1) {
        setDraftField(made.head.root, "baseTimestamp", timeOf(batch, batch.record(0)));
    }
    bool hadHeaders = false;
    bool hadTimes = false;
    for (int i = 0; i < batch.recordCount(); ++i) {
        made.insertRecord(i, converted(batch, i, made));
        hadHeaders |= hasHeaders(batch.record(i));
        hadTimes |= timeOf(batch, batch.record(i)) != -1;
    }
    if (hadHeaders && format != 2) {
        change.lost.emplace_back("record headers");
    }
    if (hadTimes && format == 0) {
        change.lost.emplace_back("timestamps");
    }
    return change;
}

}  // namespace brokerscope
