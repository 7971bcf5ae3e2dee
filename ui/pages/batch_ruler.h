#pragma once

#include "core/workbench/transaction_states.h"
#include "ui/pages/batch_ruler_layout.h"

#include <QWidget>

#include <cstdint>
#include <vector>

namespace brokerscope {

// A batch as a ruler shows it, and where its first row is.
struct RulerBatch {
    SharedTopicPiece piece;
    std::uint32_t batch = 0;
    TransactionState state = TransactionState::None;

    const TopicBatch& head() const { return piece->batches[batch]; }
};

// The batches around the chosen record of one partition: size, compression, producer by tint, the fate of its
// transaction by a line below, offsets that are gone. Arrow keys, Home and End go from batch to batch, and so does a
// click. GUI thread.
class BatchRuler : public QWidget {
    Q_OBJECT

public:
    explicit BatchRuler(QWidget* parent = nullptr);

    // `current` is a place in them; -1: none is chosen.
    void setBatches(std::vector<RulerBatch> batches, int current);
    const std::vector<RulerBatch>& batches() const { return m_batches; }
    int current() const { return m_current; }
    QRect batchRect(int batch) const;  // as it is shown

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void batchChosen(const brokerscope::SharedTopicPiece& piece, quint32 firstRow);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;

private:
    void layOut();
    void choose(int batch);
    void paintBatch(QPainter& painter, std::size_t batch) const;
    void paintGap(QPainter& painter, const QRect& gap) const;
    int batchAt(int x) const { return m_layout.batchAt(x - m_left + m_offset); }
    QString label() const;

    std::vector<RulerBatch> m_batches;
    int m_current = -1;
    BatchRulerLayout m_layout{{}, 0};
    int m_left = 0;    // of the batches, behind the label
    int m_offset = 0;  // what is out of view at the left
};

}  // namespace brokerscope
