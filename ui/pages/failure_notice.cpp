#include "ui/pages/failure_notice.h"

#include "ui/pages/exchange_texts.h"
#include "ui/widgets/empty_page.h"

#include <QCoreApplication>

namespace brokerscope {

namespace {

struct Failures {
    Q_DECLARE_TR_FUNCTIONS(Failures)
};

}  // namespace

void showFailure(EmptyPage& page, const Exchange& exchange) {
    if (!exchange.failure) {
        page.clearProblem();
        return;
    }
    const QString line = logLine(exchange);
    page.setProblem(StatusKind::Error, reasonText(exchange),
                    line.isEmpty() ? QString() : Failures::tr("In the broker's log, look for"), line);
}

}  // namespace brokerscope
