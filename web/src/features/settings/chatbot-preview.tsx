import { clsx } from 'clsx'
import { chatLimits, renderChatMessage } from '../../../../contract/chat-message.ts'
import type { ChatMessageKind } from '../../../../contract/chat-message.ts'
import type { Platform } from '../../../../contract/entities.ts'
import type { PayoutCurrency } from '../../../../contract/money.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { LogoMark } from '../../ui/logo.tsx'

/** Whose chat it would stand in. */
export interface ChatOwner {
  /** The address of the creator's public goals. */
  goalsUrl: string
  currency: PayoutCurrency | null
}

interface ChatbotPreviewProps {
  kind: ChatMessageKind
  platform: Platform
  owner: ChatOwner
  isOn: boolean
}

const sampleAmount = 700
const sampleGoal = '3f0e6c1a-5b7d-4e21-9c84-6a2d8f17b0c5'

/** A line as the chat will show it, by the function that writes the real one. */
export function ChatbotPreview({ kind, platform, owner, isOn }: ChatbotPreviewProps) {
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
        <b className={isOn ? 'text-coral-ink' : undefined}>Brimful</b>: {sampleLine(kind, platform, owner)}
      </p>
    </figure>
  )
}

function sampleLine(kind: ChatMessageKind, platform: Platform, { goalsUrl, currency }: ChatOwner): string {
  const values = {
    user: m.chatbot_sample_user(),
    amountMinor: sampleAmount,
    currency: currency ?? 'usd',
    goal: m.chatbot_sample_goal(),
    url: kind === 'generalTip' ? goalsUrl : `${goalsUrl}/${sampleGoal}`,
  }
  return renderChatMessage(kind, values, chatLimits[platform])
}
