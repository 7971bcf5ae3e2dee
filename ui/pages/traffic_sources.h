#pragma once

#include "core/workbench/file_reading.h"
#include "ui/models/pool_work.h"
#include "ui/models/reading_context.h"

#include <QWidget>

#include <memory>
#include <vector>

class QComboBox;
class QProgressBar;
class QPushButton;

namespace brokerscope {

class ElidedLabel;

// What the Traffic page can show: the exchanges of this run, and those of each packet capture that was opened, read in
// the background. Chooses one, says how far it is read, cancels and closes. Hidden while there is no capture. GUI
// thread. The registry must outlive it and the work of the pool.
class TrafficSources : public QWidget {
    Q_OBJECT

public:
    TrafficSources(const ReadingContext& context, std::shared_ptr<const ExchangeStore> live, QWidget* parent = nullptr);
    ~TrafficSources() override;

    // Chooses it; one that is open already is not read again.
    void openCapture(const QString& path);
    void showLive();
    const std::shared_ptr<const ExchangeStore>& store() const { return m_shown; }
    bool isCapture() const;
    bool isReading() const;  // the one that is shown
    QString facts() const;
    // "orders.pcapng: 291 exchanges · 11 with an error or without an answer"; empty: the run is shown.
    QString status() const;
    void cancel();  // all of them

Q_SIGNALS:
    void chosen();  // another one is shown
    void grew();    // the one that is shown has more exchanges, or is at its end

private:
    struct Capture {
        QString path;
        std::shared_ptr<ExchangeStore> store;
        CapturePiece last;
        ExchangeId counted = ExchangeId::None;  // the last one that was looked at for problems
        std::uint64_t problems = 0;             // exchanges with one
        LatestPieces<CapturePiece> reading;
    };

    void showSource(int source);
    Capture* shownCapture() const;  // null: the run
    void showFacts();
    static void countProblems(Capture& capture);
    void closeShown();
    QString factsOf(const Capture& capture) const;

    ReadingContext m_context;
    std::shared_ptr<const ExchangeStore> m_live;
    std::shared_ptr<const ExchangeStore> m_shown;
    std::vector<std::unique_ptr<Capture>> m_captures;
    QComboBox* m_chooser;
    ElidedLabel* m_facts;
    QProgressBar* m_progress;
    QPushButton* m_cancel;
    QPushButton* m_close;
};

}  // namespace brokerscope
