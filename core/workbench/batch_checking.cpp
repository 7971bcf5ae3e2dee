#include "core/workbench/batch_checking.h"

#include "core/base/file_byte_source.h"
#include "core/log_files/outline_check.h"
#include "core/workbench/file_task.h"
#include "core/workbench/piece_pace.h"

#include <utility>

namespace brokerscope {
namespace {

constexpr unsigned kBatchesALook = 8;

class BatchChecking {
public:
    BatchChecking(QPromise<CheckPiece>& promise, const BatchLists& lists) : m_promise(promise), m_lists(lists) {}

    void run(const std::string& path) {
        const auto source = FileByteSource::open(path);
        if (!source) {
            m_piece.progress.failure = source.error();
            hand();
            return;
        }
        for (const auto& list : m_lists) {
            m_piece.progress.size = list->empty() ? m_piece.progress.size : list->back().position + list->back().size;
        }
        OutlineCheck check(**source);
        checkAll(check);
        hand();
    }

private:
    void checkAll(OutlineCheck& check) {
        PiecePace pace(kBatchesALook);
        std::size_t row = 0;
        for (const auto& list : m_lists) {
            for (const OutlinedBatch& batch : *list) {
                if (m_promise.isCanceled() || !checkOne(check, batch, row)) {
                    return;
                }
                ++row;
                if (pace.isDue()) {
                    hand();
                }
            }
        }
    }

    bool checkOne(OutlineCheck& check, const OutlinedBatch& batch, std::size_t row) {
        auto fault = check.check(batch);
        if (!fault) {
            m_piece.progress.failure = fault.error();
            return false;
        }
        // A scan has said it already where no header could be relied on.
        if (*fault && !(batch.remark && batch.remark->id == (*fault)->id)) {
            m_piece.faults.push_back({row, std::move(**fault)});
        }
        m_piece.progress.read = batch.position + batch.size;
        return true;
    }

    void hand() {
        m_promise.addResult(m_piece);
        m_piece.faults.clear();
    }

    QPromise<CheckPiece>& m_promise;
    const BatchLists& m_lists;
    CheckPiece m_piece;
};

}  // namespace

QFuture<CheckPiece> checkBatches(const std::string& path, const BatchLists& lists) {
    return startFileTask<CheckPiece>(
        [path, lists](QPromise<CheckPiece>& promise) { BatchChecking(promise, lists).run(path); });
}

}  // namespace brokerscope
