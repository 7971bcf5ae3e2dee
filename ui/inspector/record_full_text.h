#pragma once

#include "ui/models/record_table_model.h"

#include <QString>

namespace brokerscope {

// One record in full, each part under a heading with its size, so that null, empty and a text that says so differ:
//
//   key · 3 B
//   o-1
//
//   value · null (tombstone)
//
//   2 headers
//   trace · 4 B: 00ff…
//
// Records of an internal topic are written as trees, as JSON or as the bytes they are. `shown` is what may be shown of
// `record`, which is the same where nothing is masked. Long parts are cut, and say so.
QString recordFullText(const RecordView& record, const RecordView& shown, RecordText form, const RecordsOrigin& origin);

}  // namespace brokerscope
