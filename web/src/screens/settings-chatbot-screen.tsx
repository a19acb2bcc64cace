import { m } from '../../../i18n/compiled/messages.js'
import { BlockedWordsCard } from '../features/settings/chatbot/blocked-words-card.tsx'
import { ChannelsCard } from '../features/settings/chatbot/channels-card.tsx'
import { ChatLogCard } from '../features/settings/chatbot/chat-log-card.tsx'
import { ConnectionDialog } from '../features/settings/chatbot/connection-dialog.tsx'
import { MessagesCard } from '../features/settings/chatbot/messages-card.tsx'
import { useSession } from '../lib/session.ts'
import { useSiteUrl } from '../lib/site-settings.ts'
import { useTitle } from '../lib/use-title.ts'

/** The chatbot tab of the settings. */
export function SettingsChatbotScreen() {
  useTitle(`${m.settings_tab_chatbot()} · ${m.settings_title()}`)
  const session = useSession()
  const site = useSiteUrl()
  const { user, profile } = session
  if (!user) return null
  const owner = {
    goalsUrl: `${site}/${user.brimfulUserName}/current-goals`,
    currency: profile?.currency ?? null,
  }
  return (
    <div className="grid grid-cols-1 items-start gap-4">
      <ChannelsCard session={session} />
      <MessagesCard owner={owner} />
      <BlockedWordsCard />
      <ChatLogCard />
      <ConnectionDialog />
    </div>
  )
}
