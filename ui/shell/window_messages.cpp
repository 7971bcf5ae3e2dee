#include "ui/shell/window_messages.h"

#include "core/base/message_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace brokerscope {
namespace {

struct WindowMessage {
    MessageId id;
    const char* text;
};
constexpr std::array kMessages{
    WindowMessage{
        MessageId::CrcMismatch,
        QT_TRANSLATE_NOOP("WindowMessages", "wrong checksum: stored {0}, computed {1} over bytes {2} to {3}")},
    WindowMessage{MessageId::LimitExceeded,
                  QT_TRANSLATE_NOOP("WindowMessages", "{1} is more than the limit \"{0}\" of {2} (raise it with "
                                                      "Message, Limits… in the menu)")},
    WindowMessage{MessageId::FrameSizeTooLarge,
                  QT_TRANSLATE_NOOP("WindowMessages", "size {0} is more than the limit \"frame\" of {1} (raise it with "
                                                      "Message, Limits… in the menu)")},
};

std::string windowTemplate(MessageId id, std::string_view english) {
    const auto found = std::ranges::find(kMessages, id, &WindowMessage::id);
    return found == kMessages.end() ? std::string(english)
                                    : QCoreApplication::translate("WindowMessages", found->text).toStdString();
}

}  // namespace

void installWindowMessages() {
    installMessageTranslator(windowTemplate);
}

}  // namespace brokerscope
