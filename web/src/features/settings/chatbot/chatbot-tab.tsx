import { getChatHealth } from '../../../../../contract/chat/chat-calls.ts'
import { getDiscordStatus } from '../../../../../contract/chat/discord-calls.ts'
import { useSiteUrl } from '../../../lib/pages/site-settings.ts'
import { useAllKnown } from '../../../lib/calls/use-all-known.ts'
import { useCall } from '../../../lib/calls/use-call.ts'
import { CardSkeleton } from '../../../ui/card-skeleton.tsx'
import type { TabProps } from '../tabs.ts'
import { ChannelsCard } from './channels-card.tsx'
import { ChatLogCard } from './chat-log-card.tsx'
import { CommandsCard } from './commands-card.tsx'
import { ConnectionDialog } from './connection-dialog.tsx'
import { MessagesCard } from './messages-card.tsx'

export function ChatbotTab({ user, profile }: TabProps) {
  const siteUrl = useSiteUrl()
  const options = { errorsTo: 'log' } as const
  const isKnown = useAllKnown(useCall(getChatHealth, {}, options), useCall(getDiscordStatus, {}, options))
  const owner = {
    siteUrl,
    goalsUrl: `${siteUrl}/${user.brimfulUserName}/current-goals`,
    currency: profile?.currency ?? null,
  }
  if (!isKnown) return <CardSkeleton />
  return (
    <div className="grid grid-cols-1 items-start gap-4">
      <ChannelsCard profile={profile} />
      <MessagesCard owner={owner} />
      <CommandsCard userName={user.brimfulUserName} />
      <ChatLogCard />
      <ConnectionDialog />
    </div>
  )
}
