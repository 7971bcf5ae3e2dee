#pragma once

#include "core/base/diagnostic.h"
#include "ui/models/draft_batch.h"
#include "ui/models/pool_work.h"
#include "ui/models/reading_context.h"

#include <QObject>

#include <deque>
#include <functional>
#include <memory>
#include <vector>

namespace brokerscope {

// The batches of a `records` field while they are written, and the field's bytes. The models of batches, fields and
// records change it through the functions below; each change is told once. GUI thread.
//
// Bytes that come from outside (undo, hex, another draft) are read back; those that it wrote itself before come back
// with everything that was set by hand then.
class DraftRecordSet : public QObject {
    Q_OBJECT

public:
    explicit DraftRecordSet(const ReadingContext& context, QObject* parent = nullptr);

    const Limits& limits() const { return m_context.limits(); }

    // Does nothing where these are its bytes.
    void setBytes(const ByteBuffer& bytes);
    const ByteBuffer& bytes() const { return *m_bytes; }

    int count() const { return static_cast<int>(m_batches.size()); }
    // `batch` is one of count(), `record` one of its records.
    const DraftBatch& batch(int batch) const { return m_batches[static_cast<std::size_t>(batch)]; }
    std::shared_ptr<const ValueTree> tree(int batch) const { return m_trees[static_cast<std::size_t>(batch)]; }
    std::uint64_t offsetOf(int batch) const;  // within bytes()

    // What a reader of the bytes finds wrong or worth a note; `batch` is that of its first byte.
    struct Remark {
        int batch = 0;
        Diagnostic diagnostic;
    };
    // All batches are read for them, on a thread of the pool: until remarksCame() they are those of the bytes before.
    const std::vector<Remark>& remarks() const { return m_remarks; }
    bool isReadingRemarks() const { return m_reading.isRunning(); }

    // Changes one batch. Changes with the same `step` in a row are one step back; an empty one stands alone.
    void change(int batch, const QString& step, const std::function<void(DraftBatch&)>& edit);
    // Two halves of the same, for models that say what becomes of their rows between them.
    DraftBatch& beginChange(int batch, const QString& step);
    void endChange(int batch, const QString& step);

    // Changes the list itself: aboutToRearrange() before, rearranged() after.
    void insert(int at, DraftBatch batch);
    void replace(int at, DraftBatch batch);
    void remove(int at);
    void move(int from, int to);

Q_SIGNALS:
    void aboutToRearrange();
    void rearranged();
    void batchChanged(int batch);
    void remarksCame();
    // The bytes are other ones by a change here; `step` as above.
    void edited(const QString& step);

private:
    struct State {
        ByteBuffer bytes;
        std::vector<DraftBatch> batches;
        std::size_t held = 0;  // bytes of memory, about
    };

    void rearrange(const std::function<void()>& edit);
    void remember(const QString& step);
    void joinBytes();
    void readRemarks();
    void composeAll();

    ReadingContext m_context;
    std::vector<DraftBatch> m_batches;
    std::vector<std::shared_ptr<const ValueTree>> m_trees;
    std::shared_ptr<const ByteBuffer> m_bytes = std::make_shared<const ByteBuffer>();
    std::deque<State> m_states;  // before each step, the newest last
    QString m_step;
    std::vector<Remark> m_remarks;
    LatestWork m_reading;
};

}  // namespace brokerscope
