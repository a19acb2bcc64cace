import { m } from '../../../../../../i18n/compiled/messages.js'
import { formatAmount } from '../../../../lib/format.ts'
import { Glyph } from '../../../../ui/glyphs.tsx'
import { TextLink } from '../../../../ui/text-link.tsx'
import { ModeratorCheck, ToCopy } from '../moderator-check.tsx'
import type { ChatHealth, PlatformUi, SetupProps } from '../platform-ui.ts'

export const youtube: PlatformUi = {
  Logo: ({ className }) => <Glyph name="youtube" className={className} />,
  Setup: YoutubeSetup,
  troubles: {},
  profile: {
    read: (profile) => ({ connected: profile.youtubeConnected, email: profile.youtubeConnectedEmail }),
    remove: (profile) => ({ ...profile, youtubeConnected: false, youtubeConnectedEmail: null }),
  },
}

function YoutubeSetup({ health, currency }: SetupProps) {
  const channelId = health?.youtubeBot?.channelId
  return (
    <>
      {channelId && <YoutubeModerator channelId={channelId} isModerator={health.youtubeModerator} />}
      {health?.youtubeLines && <YoutubeLines {...health.youtubeLines} currency={currency} />}
    </>
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

type YoutubeLinesProps = NonNullable<ChatHealth['youtubeLines']> & Pick<SetupProps, 'currency'>

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
  currency: SetupProps['currency'],
): string {
  if (fromMinor === 0) return m.setup_lines_left({ count })
  return m.setup_lines_left_from({ count, amount: formatAmount(fromMinor, currency) })
}
