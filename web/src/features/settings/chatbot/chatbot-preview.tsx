import { clsx } from 'clsx'
import { chatLimits, renderChatMessage } from '../../../../../contract/chat-message.ts'
import type { ChatMessageKind, ChatValues } from '../../../../../contract/chat-message.ts'
import { chatAddress } from '../../../../../contract/chat-template.ts'
import type { ChatPlatform } from '../../../../../contract/entities.ts'
import type { PayoutCurrency } from '../../../../../contract/money.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { LogoMark } from '../../../ui/logo.tsx'

/** The creator whose chat the preview imitates. */
export interface ChatOwner {
  /** The address of the creator's public goals page. */
  goalsUrl: string
  currency: PayoutCurrency | null
}

interface ChatbotPreviewProps {
  kind: ChatMessageKind
  platform: ChatPlatform
  owner: ChatOwner
  template: string
  isOn: boolean
}

const sampleAmount = 700

/** Previews a message. It is rendered by the same function as real messages. */
export function ChatbotPreview({ kind, platform, owner, template, isOn }: ChatbotPreviewProps) {
  return (
    <figure
      aria-label={m.chatbot_preview()}
      className={clsx(
        'mt-1 flex gap-2.5 rounded-card border border-line bg-sunken px-3 py-2.5 text-sm sm:ml-15',
        !isOn && 'text-muted',
      )}
    >
      <LogoMark className="mt-px size-4 shrink-0" />
      <p className="min-w-0 break-words">
        <b className={isOn ? 'text-coral-ink' : undefined}>Brimful</b>:{' '}
        {renderChatMessage(template, sampleValues(kind, owner), chatLimits[platform])}
      </p>
    </figure>
  )
}

/** Returns the values of an example tip. */
export function sampleValues(kind: ChatMessageKind, { goalsUrl, currency }: ChatOwner): ChatValues {
  return {
    user: m.chatbot_sample_user(),
    amountMinor: sampleAmount,
    currency: currency ?? 'usd',
    goal: m.chatbot_sample_goal(),
    url: chatAddress(kind, goalsUrl),
  }
}
