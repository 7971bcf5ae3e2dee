#include "ui/pages/pasted_bytes.h"

#include "core/base/hex.h"
#include "core/codec/decoder.h"
#include "core/codec/frame_size.h"
#include "core/records/batch_crc.h"
#include "core/records/record_trees.h"
#include "core/text/hex_dump.h"

#include <QCoreApplication>

namespace brokerscope {
namespace {

constexpr std::size_t kHeaderStart = 8;  // size, API key, API version
constexpr std::size_t kShownBytes = 16;

struct Pasted {
    Q_DECLARE_TR_FUNCTIONS(PastedBytes)
};

bool isRecordSet(ByteView bytes) {
    BatchIterator iterator(bytes);
    BatchEntry first;
    const auto crc = iterator.next(first) ? checkCrc(first) : std::nullopt;
    return crc && crc->isGood();
}

// The API of a request frame whose size is right; null: none.
const ApiInfo* requestApi(const SchemaRegistry& registry, ByteView bytes, int& version) {
    if (bytes.size() < kHeaderStart ||
        readInteger(FieldType::Int32, bytes.data()) != static_cast<std::int64_t>(bytes.size() - kFrameSizeBytes)) {
        return nullptr;
    }
    const auto key = static_cast<int>(readInteger(FieldType::Int16, bytes.data() + kFrameSizeBytes));
    version = static_cast<int>(readInteger(FieldType::Int16, bytes.data() + kFrameSizeBytes + 2));
    return registry.api(key);
}

}  // namespace

Result<PastedBytes> readPasted(const ReadingContext& context, const QString& text) {
    auto bytes = fromHex(text.toStdString());
    if (!bytes) {
        return tl::unexpected<Error>(bytes.error());
    }
    if (bytes->empty()) {
        const QString why = Pasted::tr("there is no hex in what was copied");
        return tl::unexpected<Error>(Error{MessageId::Other, {why.toStdString()}, std::nullopt, {}});
    }
    const auto shared = std::make_shared<const ByteBuffer>(std::move(*bytes));
    if (isRecordSet(*shared)) {
        return PastedBytes{Pasted::tr("record batches"),
                           openRecordSet(shared, {BufferId::Main, 0, shared->size()}, context.limits())};
    }
    int version = 0;
    if (const ApiInfo* api = requestApi(context.registry(), *shared, version)) {
        return PastedBytes{Pasted::tr("%1 request v%2").arg(QString::fromStdString(api->name)).arg(version),
                           decodeRequestFrame(context.registry(), shared, {}, context.limits())};
    }
    return failure(MessageId::FileNotKnown,
                   {spacedHex(ByteView(*shared).first(std::min(shared->size(), kShownBytes)))});
}

}  // namespace brokerscope
