import { useState } from 'react'
import type { ChatPlatform } from '../../../../../contract/entities.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { Card } from '../../../ui/card.tsx'
import { Glyph } from '../../../ui/glyphs.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { ChatbotForm } from './chatbot-form.tsx'
import type { ChatOwner } from './chatbot-preview.tsx'
import { chatNames, chats } from './platforms.ts'

const tabs = chats.map((platform) => ({
  value: platform,
  label: (
    <span className="inline-flex items-center gap-2">
      <Glyph name={platform} className="size-4" />
      {chatNames[platform]}
    </span>
  ),
}))

/** The chatbot's messages, with a tab for each platform. */
export function MessagesCard({ owner }: { owner: ChatOwner }) {
  const [platform, setPlatform] = useState<ChatPlatform>('youtube')
  return (
    <Card id="messages" title={m.chatbot_messages()} hint={m.chatbot_messages_hint()}>
      <Tabs label={m.chatbot_platforms()} tabs={tabs} value={platform} onChange={setPlatform}>
        <ChatbotForm key={platform} platform={platform} owner={owner} />
      </Tabs>
    </Card>
  )
}
