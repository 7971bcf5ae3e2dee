#pragma once

#include "core/exchange/exchange_store.h"

#include <QWidget>

class QLabel;

namespace brokerscope {

// The bottom line: what is under the mouse, and what is kept of this run, or known of the files that the page shows.
// GUI thread.
class StatusLine : public QWidget {
    Q_OBJECT

public:
    explicit StatusLine(QWidget* parent = nullptr);

    void setPath(const QString& path);          // empty: nothing is under the mouse
    void setActivity(const QString& sentence);  // shown while nothing is under the mouse
    void setStatus(const ExchangeStoreStatus& status, std::uint64_t warnings);
    void setOpened(const QString& sentence);  // stands in place of the run's; empty: no files are shown

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void showLeft();
    void showRight();

    QLabel* m_left = nullptr;
    QLabel* m_right = nullptr;
    QString m_path;
    QString m_activity;
    QString m_run;
    QString m_opened;
};

}  // namespace brokerscope
