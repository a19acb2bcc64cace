import { CircleCheck, CircleDashed, CircleX } from 'lucide-react'
import type { ReactNode } from 'react'
import type { getChatHealth } from '../../../../../contract/chat-calls.ts'
import type { CallResponse } from '../../../../../contract/call.ts'
import type { ChatPlatform } from '../../../../../contract/entities.ts'
import type { PayoutCurrency } from '../../../../../contract/money.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { formatAmount } from '../../../lib/format.ts'
import { TextLink } from '../../../ui/text-link.tsx'
import { TestLine } from './chat-line-check.tsx'

export type ChatHealth = CallResponse<typeof getChatHealth>

interface ChatSetupProps {
  platform: ChatPlatform
  health: ChatHealth | undefined
  /** The creator's currency. */
  currency?: PayoutCurrency | null | undefined
  /** Called after a test line, because it may have solved or revealed a problem. */
  onTested: () => void
}

/** What is left to do after connecting a chat: making the chatbot a moderator, and a test line. */
export function ChatSetup({ platform, health, currency, onTested }: ChatSetupProps) {
  const [channelId, bot] = [health?.youtubeBot?.channelId, health?.twitchBot]
  return (
    <div className="mt-1 mb-2 grid gap-3 sm:ml-15">
      {platform === 'twitch' && bot && (
        <TwitchModerator bot={bot} channel={health?.twitchChannel} isModerator={health?.twitchModerator} />
      )}
      {platform === 'youtube' && channelId && (
        <YoutubeModerator channelId={channelId} isModerator={health?.youtubeModerator} />
      )}
      {platform === 'youtube' && health?.youtubeLines && (
        <YoutubeLines {...health.youtubeLines} currency={currency} />
      )}
      <TestLine platform={platform} test={health?.tests?.[platform]} onTested={onTested} />
    </div>
  )
}

interface TwitchModeratorProps {
  bot: string
  channel: string | null | undefined
  isModerator: boolean | null | undefined
}

function TwitchModerator({ bot, channel, isModerator }: TwitchModeratorProps) {
  return (
    <div className="grid gap-2">
      {!isModerator && (
        <>
          <p className="text-sm">{m.setup_twitch()}</p>
          <ToCopy text={`/mod ${bot}`} />
          {channel && (
            <TextLink to={`https://www.twitch.tv/popout/${channel}/chat`}>{m.setup_twitch_chat()}</TextLink>
          )}
        </>
      )}
      <ModeratorCheck isModerator={isModerator ?? null} no={m.setup_moderator_no()} />
    </div>
  )
}

interface ModeratorCheckProps {
  isModerator: boolean | null
  /** What it means that the chatbot is not a moderator. */
  no: string
}

/** Says whether the chatbot is a moderator, as the platform showed with one of the chatbot's messages. */
function ModeratorCheck({ isModerator, no }: ModeratorCheckProps) {
  const [Sign, text, color] =
    isModerator === null
      ? ([CircleDashed, m.setup_moderator_unseen(), 'text-muted'] as const)
      : isModerator
        ? ([CircleCheck, m.setup_moderator_yes(), 'text-mint'] as const)
        : ([CircleX, no, 'text-coral-ink'] as const)
  return (
    <p aria-live="polite" className="flex items-start gap-2 text-sm">
      <Sign aria-hidden className={`mt-px size-4 shrink-0 ${color}`} />
      {text}
    </p>
  )
}

/** Where a creator adds moderators of her YouTube chat (support.google.com/youtube/answer/10888907). */
const studioUrl = 'https://studio.youtube.com/'

interface YoutubeModeratorProps {
  channelId: string
  isModerator: boolean | null | undefined
}

function YoutubeModerator({ channelId, isModerator }: YoutubeModeratorProps) {
  const url = `https://www.youtube.com/channel/${channelId}`
  return (
    <div className="grid gap-2">
      {!isModerator && (
        <>
          <p className="text-sm">{m.setup_youtube()}</p>
          <ToCopy text={url}>
            <TextLink to={url}>{url}</TextLink>
          </ToCopy>
          <TextLink to={studioUrl}>{m.setup_youtube_studio()}</TextLink>
        </>
      )}
      <ModeratorCheck isModerator={isModerator ?? null} no={m.setup_moderator_no_youtube()} />
    </div>
  )
}

type YoutubeLinesProps = NonNullable<ChatHealth['youtubeLines']> & Pick<ChatSetupProps, 'currency'>

/**
 * Says how many lines a day there are for all creators; while they are scarce, how many are left for this one; and what is posted if
 * they are nearly used up.
 */
function YoutubeLines({ linesPerDay, now, share, currency }: YoutubeLinesProps) {
  const texts = { all: m.setup_lines, fundedGoals: m.setup_lines_reserved, nothing: m.setup_lines_used }
  const text = share ? describeShare(share, currency) : texts[now]({ count: linesPerDay })
  return <p className="text-sm text-muted">{text}</p>
}

function describeShare(
  { lines: count, fromMinor }: NonNullable<YoutubeLinesProps['share']>,
  currency: ChatSetupProps['currency'],
): string {
  if (fromMinor === 0) return m.setup_lines_left({ count })
  return m.setup_lines_left_from({ count, amount: formatAmount(fromMinor, currency) })
}

function ToCopy({ text, children = text }: { text: string; children?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <code className="min-w-0 rounded-card bg-sunken px-3 py-2.5 text-sm break-all">{children}</code>
      <CopyButton text={text} />
    </div>
  )
}
