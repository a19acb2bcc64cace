import { ShieldCheck } from 'lucide-react'
import { getChatHealth } from '../../../../../contract/chat/chat-calls.ts'
import type { SessionUser } from '../../../../../contract/entities.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { useCall } from '../../../lib/calls/use-call.ts'
import { Card } from '../../../ui/card.tsx'
import { chatPlatform, isConsented } from '../../../../../contract/chat/platforms.ts'
import type { ChatPlatform } from '../../../../../contract/chat/platforms.ts'
import { ChatSetup } from './chat-setup.tsx'
import type { ChatHealth } from './platform-ui.ts'
import { PlatformRow } from './platform-row.tsx'
import { platformUis } from './platforms.ts'
import { ChatTroubleNote } from './trouble-note.tsx'

/** The interval of health checks, short enough that creators soon see that a problem is solved. */
const healthIntervalMs = 10_000

/** How soon a test line's outcome is looked for. */
const testIntervalMs = 1_000

/** Asks often while a test line waits. */
function toInterval(health: ChatHealth | undefined): number {
  const isWaiting = Object.values(health?.tests ?? {}).some((test) => test?.end === 'waiting')
  return isWaiting ? testIntervalMs : healthIntervalMs
}

/** The chats that the chatbot posts to, and the problems that keep it out of them. */
export function ChannelsCard({ profile }: { profile: SessionUser | undefined }) {
  const { data: health, refetch } = useCall(
    getChatHealth,
    {},
    { errorsTo: 'log', staleTime: 0, refetchInterval: toInterval },
  )
  return (
    <Card id="channels" title={m.chatbot_channels()} hint={m.chatbot_channels_hint()}>
      <div className="divide-y divide-line">
        {chatPlatform.options.map((platform) => (
          <ChannelRow key={platform} {...{ platform, profile, health }} onTested={refetch} />
        ))}
      </div>
      <p className="mt-4 flex items-start gap-3 rounded-card bg-sunken px-4 py-3 text-sm">
        <ShieldCheck aria-hidden className="size-5 shrink-0 text-violet" />
        {m.chatbot_moderator()}
      </p>
    </Card>
  )
}

interface ChannelRowProps {
  platform: ChatPlatform
  profile: SessionUser | undefined
  health: ChatHealth | undefined
  onTested: () => void
}

function ChannelRow({ platform, profile, health, onTested }: ChannelRowProps) {
  const { Row } = platformUis[platform]
  const renderState = (isConnected: boolean) => (
    <>
      <ChatTroubleNote
        platform={platform}
        trouble={isConnected ? health?.[platform] : null}
        bot={health?.twitchBot}
      />
      {isConnected && <ChatSetup {...{ platform, health, onTested }} currency={profile?.currency} />}
    </>
  )
  if (Row) return <Row {...{ health, onTested, renderState }} />
  return isConsented(platform) && <PlatformRow {...{ platform, profile, renderState }} />
}
