import { TriangleAlert } from 'lucide-react'
import type { ChatTrouble } from '../../../../../contract/chat-calls.ts'
import type { ChatPlatform } from '../../../../../contract/entities.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { connectAddress, isConnectable } from './platforms.ts'
import { troubleText } from './trouble-text.ts'
import { formatDateTime } from '../../../lib/format-time.ts'

interface TroubleNoteProps {
  platform: ChatPlatform
  trouble: ChatTrouble | null | undefined
  /** The chatbot's login on Twitch, if known. */
  bot: string | null | undefined
}

/** Explains what keeps the chatbot out of a chat and how to solve it; announced to screen readers. */
export function ChatTroubleNote({ platform, trouble, bot }: TroubleNoteProps) {
  return (
    <div aria-live="polite" className="sm:ml-15">
      {trouble && (
        <div className="mt-1 flex gap-2.5 rounded-card bg-amber/15 px-3 py-2.5 text-sm">
          <TriangleAlert aria-hidden className="mt-px size-4 shrink-0 text-coral-ink" />
          <div className="min-w-0 break-words">
            <p className="font-medium">{troubleText(trouble.problem, platform, bot ?? 'Brimful')}</p>
            <p className="mt-0.5 text-muted">
              {m.trouble_since({ time: formatDateTime(trouble.since) })}{' '}
              {trouble.problem !== 'revoked' && m.trouble_clears()}
            </p>
            {trouble.problem === 'revoked' && isConnectable(platform) && (
              <a
                href={connectAddress(platform)}
                className="-mb-2 inline-flex min-h-11 items-center rounded-sm font-semibold text-violet underline underline-offset-3 hover:no-underline"
              >
                {m.trouble_connect_again()}
              </a>
            )}
          </div>
        </div>
      )}
    </div>
  )
}
