import { Info, TriangleAlert } from 'lucide-react'
import type { ChatTrouble } from '../../../../../contract/chat/chat-calls.ts'
import { chatPlatforms, isConsented } from '../../../../../contract/chat/platforms.ts'
import type { ChatPlatform } from '../../../../../contract/chat/platforms.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import type { TroubleTexts } from './platform-ui.ts'
import { connectAddress, platformUis } from './platforms.ts'
import { formatDateTime } from '../../../lib/format.ts'
import type { ChatProblem } from '../../../../../contract/chat/chat-problems.ts'

interface TroubleNoteProps {
  platform: ChatPlatform
  trouble: ChatTrouble | null | undefined
  /** The chatbot's login on Twitch, if known. */
  bot: string | null | undefined
}

/** Nothing is wrong and nothing is to be done: messages go on when the creator is live. */
const states = new Set<ChatProblem>(['notLive', 'chatEnded'])
/** Problems that a posted message cannot end. */
const lasting = new Set<ChatProblem>(['revoked', 'botUnavailable'])

/** Explains what keeps the chatbot out of a chat and how to solve it; announced to screen readers. */
export function ChatTroubleNote({ platform, trouble, bot }: TroubleNoteProps) {
  const isState = trouble ? states.has(trouble.problem) : false
  return (
    <div aria-live="polite" className="sm:ml-15">
      {trouble && (
        <div
          className={`mt-1 flex gap-2.5 rounded-card px-3 py-2.5 text-sm ${isState ? 'bg-ink/6' : 'bg-amber/15'}`}
        >
          {isState ? (
            <Info aria-hidden className="mt-px size-4 shrink-0 text-muted" />
          ) : (
            <TriangleAlert aria-hidden className="mt-px size-4 shrink-0 text-coral-ink" />
          )}
          <div className="min-w-0 break-words">
            <p className="font-medium">{troubleText(trouble.problem, platform, bot ?? 'Brimful')}</p>
            <p className="mt-0.5 text-muted">
              <span>{m.trouble_since({ time: formatDateTime(trouble.since) })}</span>{' '}
              <span>{!isState && !lasting.has(trouble.problem) && m.trouble_clears()}</span>
            </p>
            {trouble.problem === 'revoked' && isConsented(platform) && (
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

const texts: Required<TroubleTexts> = {
  notModerator: m.trouble_not_moderator,
  slowMode: m.trouble_slow_mode,
  followersOnly: m.trouble_followers_only,
  subscribersOnly: m.trouble_subscribers_only,
  emoteOnly: m.trouble_emote_only,
  restricted: m.trouble_restricted,
  duplicate: m.trouble_duplicate,
  rejected: m.trouble_rejected,
  banned: m.trouble_banned,
  timedOut: m.trouble_timed_out,
  suspended: m.trouble_suspended,
  noPermission: m.trouble_no_permission,
  notFound: m.trouble_not_found,
  notLive: m.trouble_not_live,
  chatEnded: m.trouble_chat_ended,
  chatDisabled: m.trouble_chat_disabled,
  revoked: m.trouble_revoked,
  held: m.trouble_held,
  quotaExceeded: m.trouble_quota_exceeded,
  botUnavailable: m.trouble_bot_unavailable,
}

/** Explains a problem and its solution in one sentence. */
export function troubleText(problem: ChatProblem, platform: ChatPlatform, bot: string): string {
  const text = platformUis[platform].troubles[problem] ?? texts[problem]
  return text({ platform: chatPlatforms[platform].name, bot })
}
