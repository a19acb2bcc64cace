import { ShieldCheck } from 'lucide-react'
import { getChatHealth } from '../../../../../contract/chat-calls.ts'
import type { SessionUser } from '../../../../../contract/entities.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { useCall } from '../../../lib/use-call.ts'
import { Card } from '../../../ui/card.tsx'
import type { ChatHealth } from './chat-setup.tsx'
import { DiscordRow } from './discord-row.tsx'
import { PlatformRow } from './platform-row.tsx'
import { platforms } from './platforms.ts'

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
        {platforms.map((platform) => (
          <PlatformRow
            key={platform}
            platform={platform}
            profile={profile}
            health={health}
            onTested={refetch}
          />
        ))}
        <DiscordRow health={health} onTested={refetch} />
      </div>
      <p className="mt-4 flex items-start gap-3 rounded-card bg-sunken px-4 py-3 text-sm">
        <ShieldCheck aria-hidden className="size-5 shrink-0 text-violet" />
        {m.chatbot_moderator()}
      </p>
    </Card>
  )
}
