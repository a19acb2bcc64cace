import { clsx } from 'clsx'
import { chatLimits, renderChatMessage } from '../../../../../contract/chat/chat-message.ts'
import type { ChatMessageKind, ChatValues } from '../../../../../contract/chat/chat-message.ts'
import { chatAddress, shortChatAddress } from '../../../../../contract/chat/chat-template.ts'
import type { ChatAddresses } from '../../../../../contract/chat/chat-template.ts'
import type { ChatPlatform } from '../../../../../contract/chat/platforms.ts'
import type { PayoutCurrency } from '../../../../../contract/money/money.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { LogoMark } from '../../../ui/logo.tsx'

/** The creator whose chat the preview imitates. */
export interface ChatOwner extends ChatAddresses {
  currency: PayoutCurrency | null
}

interface ChatbotPreviewProps {
  kind: ChatMessageKind
  platform: ChatPlatform
  owner: ChatOwner
  template: string
  isOn: boolean
  showsMessage: boolean
  /** The example tip's amount in minor units. */
  amountMinor?: number
}

const sampleAmount = 700
const sampleProgress = { receivedMinor: 18_000, targetMinor: 40_000 }

/** Previews a message. It is rendered by the same function as real messages. */
export function ChatbotPreview(props: ChatbotPreviewProps) {
  const { kind, platform, owner, template, isOn } = props
  return (
    <figure
      aria-label={m.chatbot_preview()}
      className={clsx(
        'mt-1 flex gap-2.5 rounded-card border border-line bg-sunken px-3 py-2.5 text-sm',
        !isOn && 'text-muted',
      )}
    >
      <LogoMark className="mt-px size-4 shrink-0" />
      <p className="min-w-0 break-words">
        <b className={isOn ? 'text-coral-ink' : undefined}>Brimful</b>:{' '}
        {renderChatMessage(template, sampleValues(kind, owner, props), chatLimits[platform])}
      </p>
    </figure>
  )
}

/** Returns the values of an example tip. */
export function sampleValues(
  kind: ChatMessageKind,
  owner: ChatOwner,
  { showsMessage, amountMinor = sampleAmount }: Pick<ChatbotPreviewProps, 'showsMessage' | 'amountMinor'>,
): ChatValues {
  const currency = owner.currency ?? 'usd'
  return {
    user: m.chatbot_sample_user(),
    amountMinor,
    message: showsMessage ? `“${m.chatbot_sample_message()}”` : '',
    currency,
    goal: m.chatbot_sample_goal(),
    url: chatAddress(kind, owner.goalsUrl),
    shortUrl: shortChatAddress(kind, owner),
    progress: { ...sampleProgress, currency },
  }
}
