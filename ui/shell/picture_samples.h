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
    // A folder with one segment: the first records of an answer. Errors: FileUnwritable; Other where it has none.
    Result<QString> writeSegment(const OpenDocument& answer);
    Result<QString> writeRecording(const SchemaRegistry& registry, const ExchangeStore& store);

private:
    QTemporaryDir m_folder;
};

}  // namespace brokerscope
