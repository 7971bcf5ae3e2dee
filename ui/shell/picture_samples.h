#pragma once

#include "core/base/error.h"
#include "core/exchange/exchange_store.h"
#include "core/schema/schema_registry.h"
#include "core/value/node_ref.h"

#include <QString>
#include <QTemporaryDir>

namespace brokerscope {

class OpenDocument;

// Files to show where somebody names none: what the run itself has fetched, as a broker would keep it, and the run as a
// recording. They go with the object. GUI thread.
class PictureSamples {
public:
    // A folder with one segment: the first records of the latest Fetch answer that has some. Errors: FileUnwritable;
    // Other where there is none.
    Result<QString> writeSegment(const SchemaRegistry& registry, const ExchangeStore& store);
    Result<QString> writeRecording(const SchemaRegistry& registry, const ExchangeStore& store);

private:
    Result<QString> writeSet(const OpenDocument& answer, const NodeRef& set, std::int64_t firstOffset);

    QTemporaryDir m_folder;
};

}  // namespace brokerscope
