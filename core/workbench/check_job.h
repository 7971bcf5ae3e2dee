#pragma once

#include "core/workbench/check.h"
#include "core/workbench/job.h"
#include "core/workbench/minimal_requests.h"
#include "core/workbench/send_job.h"
#include "core/workbench/workbench_session.h"

#include <QElapsedTimer>

#include <chrono>
#include <functional>
#include <memory>
#include <vector>

namespace brokerscope {

// Sends one minimal request after another and tells what each came to; where none can be sent, tells why instead.
// Unexpected errors that pass by themselves, as the error table says (the coordinators of a new broker are still being
// made), are asked again for as long as the options say, so that a broker that never recovers is told of in bounded
// time.
class CheckJob : public Job, public std::enable_shared_from_this<CheckJob> {
public:
    using Tell = std::function<void(Result<CheckOutcome>)>;
    using Done = std::function<void()>;

    CheckJob(WorkbenchSession& session, CheckOptions options, Tell tell, Done done);

    void run();
    void cancel() override;

private:
    struct Item {
        // The broker lists the version; it does not, and it is tried all the same; it does not, and that is told.
        enum class Kind { Listed, Unlisted, LeftOut };

        std::int16_t apiKey = 0;
        std::int16_t version = 0;
        Kind kind = Kind::Listed;
    };

    void prepared(const PreparedResult& result);
    void makeItems(const BrokerVersions& versions);
    void findFacts(const BrokerVersions& versions);
    void addItems(const ApiUsability& api);
    bool isWanted(std::int16_t apiKey) const;
    void next();
    std::string reasonToSkip(const Item& item, const MinimalRequest* row) const;
    void sendItem();
    void sent(const Item& item, Result<SendResult> result);
    bool shouldTryAgain(const CheckOutcome& outcome, const std::vector<ExpectedOutcome>& possible) const;
    std::chrono::milliseconds patienceLeft() const;
    void tell(CheckOutcome outcome, const Item& item);
    void fail(Error error);
    const MinimalRequest* rowOf(const Item& item) const;
    // Of a row; null: an API that the table does not have, which is to be answered.
    std::vector<ExpectedOutcome> possibleFor(const MinimalRequest* row) const;
    void finish();

    WorkbenchSession& m_session;
    CheckOptions m_options;
    Tell m_tell;
    Done m_done;  // empty once called
    std::vector<Item> m_items;
    std::size_t m_at = 0;
    QElapsedTimer m_itemTime;              // since the item was first sent
    std::chrono::milliseconds m_patience;  // left for the items to come
    bool m_onController = false;
    std::shared_ptr<SendJob> m_sending;
};

}  // namespace brokerscope
