import { ShieldCheck } from 'lucide-react'
import { m } from '../../../../i18n/compiled/messages.js'
import type { Session } from '../../lib/session.ts'
import { Card } from '../../ui/card.tsx'
import { PlatformRow } from './platform-row.tsx'
import { platforms } from './platforms.ts'

/** The channels that the chatbot may write to, and what it needs there. */
export function ChannelsCard({ session }: { session: Session }) {
  return (
    <Card id="channels" title={m.chatbot_channels()} hint={m.chatbot_channels_hint()}>
      <div className="divide-y divide-line">
        {platforms.map((platform) => (
          <PlatformRow key={platform} platform={platform} session={session} />
        ))}
      </div>
      <p className="mt-4 flex items-start gap-3 rounded-card bg-sunken px-4 py-3 text-sm">
        <ShieldCheck aria-hidden className="size-5 shrink-0 text-violet" />
        {m.chatbot_moderator()}
      </p>
    </Card>
  )
}
