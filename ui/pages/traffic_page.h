#pragma once

#include "core/workbench/workbench.h"
#include "ui/models/pool_work.h"
#include "ui/models/reading_context.h"
#include "ui/pages/assumed_request.h"
#include "ui/pages/traffic_columns.h"

#include <QTimer>
#include <QWidget>

#include <map>
#include <memory>
#include <optional>

class QCheckBox;
class QPushButton;
class QSplitter;
class QTableView;

namespace brokerscope {

class AssumedRequestBox;
class ElidedLabel;
class EndFollower;
class FilterField;
class Inspector;
class SegmentedControl;
class OpenDocument;
class TrafficModel;
class TrafficSources;

// Every exchange of this run, or of a packet capture that was opened; the chosen one opens below, request or answer.
// GUI thread. The registry must outlive it and the work of the pool.
class TrafficPage : public QWidget {
    Q_OBJECT

public:
    TrafficPage(const ReadingContext& context, const std::shared_ptr<const ExchangeStore>& store,
                QWidget* parent = nullptr);

    void setCluster(const ClusterView& view);
    void takeNew();    // the run has new exchanges
    void readAgain();  // what is shown, with the limits as they are now
    void openCapture(const QString& path);
    void focusFilter();
    void setFilterText(const QString& text);  // docs/filter_language.md; takes effect at once
    FilterField& filter() const { return *m_filter; }
    void choose(ExchangeId id);  // nothing where the list does not show it
    void openInCompose();        // the chosen exchange
    TrafficModel& model() const { return *m_model; }
    AssumedRequestBox& assumedRequest() const { return *m_assumedBox; }
    TrafficSources& sources() const { return *m_sources; }
    QTableView& table() const { return *m_table; }
    Inspector& inspector() const { return *m_inspector; }
    QPushButton& compose() const { return *m_compose; }
    QSplitter& rows() const { return *m_rows; }

Q_SIGNALS:
    void composeWanted(const std::shared_ptr<const brokerscope::Exchange>& exchange);
    void pathHovered(const QString& text);
    void connectWanted();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* makeBar();
    QWidget* makeDetails();
    void setUpTable();
    void fitColumns();
    void hideColumns();
    void readFilter();
    void afterLooking();
    void updateCount();
    void showChosen();
    void assume();
    std::optional<AssumedRequest> assumedOfChosen() const;
    void showExchange(const std::shared_ptr<const Exchange>& chosen);  // null: none
    void decodeChosen();
    void showNothing();
    void showTree();
    void showSource();

    ReadingContext m_context;
    TrafficModel* m_model = nullptr;
    TrafficSources* m_sources = nullptr;
    QTableView* m_table = nullptr;
    std::array<int, TrafficColumns::kCount> m_usualWidths{};
    FilterField* m_filter = nullptr;
    EndFollower* m_follower = nullptr;
    QTimer m_typing;  // in the filter
    QCheckBox* m_internal = nullptr;
    ElidedLabel* m_count = nullptr;
    SegmentedControl* m_side = nullptr;
    Inspector* m_inspector = nullptr;
    QPushButton* m_compose = nullptr;
    QSplitter* m_rows = nullptr;
    QWidget* m_empty = nullptr;
    AssumedRequestBox* m_assumedBox = nullptr;
    std::shared_ptr<const Exchange> m_chosen;
    std::shared_ptr<const Exchange> m_shown;  // the same, or as somebody says that it is
    LatestWork m_decoding;                    // of the chosen one
    std::shared_ptr<OpenDocument> m_request;
    std::shared_ptr<OpenDocument> m_response;
    // What was said of answers, for each store as long as it is open.
    std::map<std::weak_ptr<const ExchangeStore>, std::map<ExchangeId, AssumedRequest>, std::owner_less<>> m_assumed;
};

}  // namespace brokerscope
