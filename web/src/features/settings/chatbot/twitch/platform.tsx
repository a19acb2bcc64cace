import type { TwitchWay } from '../../../../../../contract/chat/twitch-ways.ts'
import { m } from '../../../../../../i18n/compiled/messages.js'
import { Glyph } from '../../../../ui/glyphs.tsx'
import { TextLink } from '../../../../ui/text-link.tsx'
import { ModeratorCheck, ToCopy } from '../moderator-check.tsx'
import type { PlatformUi, SetupProps } from '../platform-ui.ts'

export const twitch: PlatformUi = {
  Logo: ({ className }) => <Glyph name="twitch" className={className} />,
  Setup: TwitchSetup,
  troubles: {
    notModerator: m.trouble_not_moderator_twitch,
    banned: m.trouble_banned_twitch,
    timedOut: m.trouble_timed_out_twitch,
  },
  profile: {
    read: (profile) => ({ connected: profile.twitchConnected, email: profile.twitchConnectedEmail }),
    remove: (profile) => ({ ...profile, twitchConnected: false, twitchConnectedEmail: null }),
  },
}

const ways: Record<TwitchWay, () => string> = {
  api: m.setup_twitch_way_api,
  noConsent: m.setup_twitch_way_no_consent,
  botConsent: m.setup_twitch_way_bot_consent,
  refused: m.setup_twitch_way_refused,
}

/** How the chatbot becomes a moderator, whether it is one, and which way its messages take. */
function TwitchSetup({ health }: SetupProps) {
  const {
    twitchBot: bot,
    twitchChannel: channel,
    twitchModerator: isModerator,
    twitchWay: way,
  } = health ?? {}
  if (!bot) return null
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
      {way && <p className="text-sm text-muted">{ways[way]()}</p>}
    </div>
  )
}
