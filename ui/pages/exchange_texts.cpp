#include "ui/pages/exchange_texts.h"

#include "ui/models/value_format.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QStringList>

#include <array>
#include <utility>

namespace brokerscope {

namespace {

struct Exchanges {
    Q_DECLARE_TR_FUNCTIONS(Exchanges)
};

QString errorName(const SchemaRegistry& registry, int code) {
    const ErrorCodeInfo* info = registry.errorCode(code);
    return info ? QString::fromStdString(info->name) : Exchanges::tr("unknown error %1").arg(code);
}

QString errorsInWords(const Exchange& exchange) {
    const auto count = exchange.errors.count;
    if (count == 0) {
        return Exchanges::tr("no error");
    }
    return countText(count, Exchanges::tr("error"), Exchanges::tr("errors"));
}

// Those of the decode of the answer.
QString remarksInWords(const Exchange& exchange) {
    return countText(exchange.responseDiagnostics, Exchanges::tr("remark"), Exchanges::tr("remarks"));
}

}  // namespace

QString apiText(const SchemaRegistry& registry, const Exchange& exchange) {
    if (exchange.saslMechanism) {
        return Exchanges::tr("SASL token");
    }
    if (!exchange.apiKey) {
        return QStringLiteral("?");
    }
    const ApiInfo* api = registry.api(*exchange.apiKey);
    return api ? QString::fromStdString(api->name) : Exchanges::tr("API %1").arg(*exchange.apiKey);
}

QString brokerText(const Exchange& exchange) {
    return exchange.brokerId >= 0 ? Exchanges::tr("broker %1").arg(exchange.brokerId)
                                  : QString::fromStdString(exchange.broker.toString());
}

QString wallTimeText(const Exchange& exchange) {
    if (exchange.times.wallMs <= 0) {
        return {};
    }
    return QDateTime::fromMSecsSinceEpoch(exchange.times.wallMs).toString(QStringLiteral("HH:mm:ss.zzz"));
}

QString millisText(double ms) {
    if (ms < 0) {
        return QStringLiteral("–");
    }
    if (ms >= 10'000) {
        return Exchanges::tr("%1 s").arg(ms / 1000.0, 0, 'f', 1);
    }
    return Exchanges::tr("%1 ms").arg(ms, 0, 'f', ms < 100 ? 1 : 0);
}

QString bytesCountText(std::uint64_t bytes) {
    constexpr double kMega = 1'000'000;
    if (bytes < 1'000'000) {
        return Exchanges::tr("%1 B").arg(grouped(static_cast<std::int64_t>(bytes)));
    }
    return Exchanges::tr("%1 MB").arg(static_cast<double>(bytes) / kMega, 0, 'f', 1);
}

QString errorText(const SchemaRegistry& registry, const Exchange& exchange) {
    if (exchange.failure) {
        return QString::fromUtf8(exchange.failure->error.code().data(),
                                 static_cast<qsizetype>(exchange.failure->error.code().size()));
    }
    if (exchange.errors.findings.empty()) {
        return exchange.unread > 0                ? Exchanges::tr("malformed")
               : exchange.responseDiagnostics > 0 ? remarksInWords(exchange)
                                                  : QString();
    }
    const QString first = errorName(registry, exchange.errors.findings.front().code);
    const auto others = exchange.errors.count - 1;
    return others == 0 ? first : QStringLiteral("%1 + %2").arg(first).arg(others);
}

QString noAnswerText(const Exchange& exchange) {
    return exchange.saslMechanism ? Exchanges::tr("no answer by design")
                                  : Exchanges::tr("no answer by design (acks=0)");
}

QString summaryText(const SchemaRegistry& registry, const Exchange& exchange) {
    if (exchange.failure) {
        return QString::fromStdString(exchange.failure->text());
    }
    if (!exchange.errors.findings.empty()) {
        const ErrorFinding& first = exchange.errors.findings.front();
        return QStringLiteral("%1: %2").arg(QString::fromStdString(first.path), errorName(registry, first.code));
    }
    if (exchange.noResponseByDesign) {
        return noAnswerText(exchange);
    }
    if (exchange.unread > 0) {
        return Exchanges::tr("%1 of the answer could not be read").arg(bytesCountText(exchange.unread));
    }
    if (exchange.responseDiagnostics > 0) {
        return remarksInWords(exchange);
    }
    if (!exchange.notes.empty()) {
        return QString::fromStdString(exchange.notes.front().text());
    }
    return {};
}

QString summaryBesideError(const SchemaRegistry& registry, const Exchange& exchange) {
    if (exchange.failure || exchange.errors.findings.empty()) {
        return summaryText(registry, exchange);
    }
    const QString path = QString::fromStdString(exchange.errors.findings.front().path);
    return exchange.notes.empty()
               ? path
               : QStringLiteral("%1 · %2").arg(path, QString::fromStdString(exchange.notes.front().text()));
}

QString timingText(const Exchange& exchange) {
    const ExchangeTiming timing = timingOf(exchange.times);
    const std::array<std::pair<QString, double>, 5> parts{{{Exchanges::tr("connected"), timing.connectMs},
                                                           {Exchanges::tr("queued"), timing.queuedMs},
                                                           {Exchanges::tr("sent"), timing.sendMs},
                                                           {Exchanges::tr("waited"), timing.waitMs},
                                                           {Exchanges::tr("read"), timing.receiveMs}}};
    QStringList texts;
    for (const auto& [label, ms] : parts) {
        if (ms >= 0) {
            texts.append(QStringLiteral("%1 %2").arg(label).arg(ms, 0, 'f', 1));
        }
    }
    return texts.join(QLatin1String(", "));
}

QString outcomeText(const SchemaRegistry& registry, const Exchange& exchange) {
    if (exchange.failure) {
        return errorText(registry, exchange);
    }
    if (exchange.noResponseByDesign) {
        return noAnswerText(exchange);
    }
    if (exchange.unread > 0) {
        return Exchanges::tr("%1 not read").arg(bytesCountText(exchange.unread));
    }
    if (exchange.errors.count == 0 && exchange.responseDiagnostics > 0) {
        return remarksInWords(exchange);
    }
    return exchange.errors.count == 1 ? errorText(registry, exchange) : errorsInWords(exchange);
}

StatusKind outcomeKind(const Exchange& exchange) {
    if (exchange.failure || exchange.errors.count > 0 || exchange.unread > 0) {
        return StatusKind::Error;
    }
    return exchange.responseDiagnostics > 0 ? StatusKind::Warning
           : exchange.noResponseByDesign    ? StatusKind::Neutral
                                            : StatusKind::Ok;
}

QString factsText(const Exchange& exchange) {
    QStringList texts;
    if (exchange.response) {
        texts.append(bytesCountText(exchange.responseBytes()));
    }
    texts.append(brokerText(exchange));
    if (const double total = timingOf(exchange.times).totalMs; total >= 0) {
        const QString parts = timingText(exchange);
        texts.append(parts.isEmpty() ? millisText(total) : QStringLiteral("%1 (%2)").arg(millisText(total), parts));
    }
    if (exchange.throttleMs.value_or(0) > 0) {
        texts.append(Exchanges::tr("throttled %1").arg(millisText(*exchange.throttleMs)));
    }
    return texts.join(QStringLiteral(" · "));
}

QString resultText(const SchemaRegistry& registry, const Exchange& exchange) {
    return QStringLiteral("%1 · %2").arg(factsText(exchange), outcomeText(registry, exchange));
}

QString reasonText(const Exchange& exchange) {
    if (!exchange.failure) {
        return {};
    }
    QString text = QString::fromStdString(exchange.failure->text());
    if (exchange.failure->cause) {
        const QString cause = QString::fromStdString(exchange.failure->cause->sentence);
        text += text.contains(cause) ? QString() : QLatin1Char(' ') + cause;
    }
    return text.endsWith(QLatin1Char('.')) ? text : text + QLatin1Char('.');
}

QString logLine(const Exchange& exchange) {
    const bool has = exchange.failure && exchange.failure->cause;
    return has ? QString::fromStdString(exchange.failure->cause->logLine) : QString();
}

QString failureText(const Exchange& exchange) {
    const QString line = logLine(exchange);
    return line.isEmpty() ? reasonText(exchange)
                          : Exchanges::tr("%1 Look in the broker's log for: %2").arg(reasonText(exchange), line);
}

bool isOddlyRead(const Exchange& exchange) {
    return !exchange.failure && exchange.errors.count == 0 && (exchange.unread > 0 || exchange.responseDiagnostics > 0);
}

bool hasProblem(const Exchange& exchange) {
    return exchange.failure || exchange.errors.count > 0 || exchange.unread > 0 || exchange.responseDiagnostics > 0;
}

}  // namespace brokerscope
