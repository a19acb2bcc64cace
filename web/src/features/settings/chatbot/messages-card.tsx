import { useRef, useState } from 'react'
import type { ChatPlatform } from '../../../../../contract/entities.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { Card } from '../../../ui/card.tsx'
import { Glyph } from '../../../ui/glyphs.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import type { ChatOwner } from './chatbot-preview.tsx'
import { chatNames, chats } from './platforms.ts'
import type { FormEvent } from 'react'
import { chatMessageKinds } from '../../../../../contract/chat-message.ts'
import type { ChatMessageKind } from '../../../../../contract/chat-message.ts'
import { chatAddress, findTemplateFault } from '../../../../../contract/chat-template.ts'
import { showText } from '../../../lib/check-text.ts'
import { Button } from '../../../ui/button.tsx'
import { SwitchRow } from '../../../ui/switch-row.tsx'
import { ChatbotPreview } from './chatbot-preview.tsx'
import { useChatbotSettings } from './use-chatbot-settings.ts'
import { WordingField } from './wording-field.tsx'

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

const messages = [
  { field: 'receiveAllTips', kind: 'goalTip', label: m.chatbot_goal_tips },
  { field: 'receiveGoalFunded', kind: 'goalFunded', label: m.chatbot_goal_funded },
  { field: 'receiveGeneralTips', kind: 'generalTip', label: m.chatbot_general_tips },
] as const

/** The chatbot's settings on one platform: each message with its switch, wording and preview. */
function ChatbotForm({ platform, owner }: { platform: ChatPlatform; owner: ChatOwner }) {
  const { toggles, wording, shownWording, change, setMessage, save, isLoading, isSaving } =
    useChatbotSettings(platform)
  const form = useRef<HTMLFormElement>(null)
  const faultOf = (kind: ChatMessageKind) => {
    const place = { kind, platform, url: chatAddress(kind, owner.goalsUrl) }
    const fault = wording && findTemplateFault(wording[kind], place)
    return fault && showText(fault)
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    const faulty = chatMessageKinds.find(faultOf)
    if (!faulty) return void save()
    form.current?.querySelector<HTMLElement>(`[name="${faulty}"]`)?.focus()
  }
  return (
    <form
      ref={form}
      onSubmit={handleSubmit}
      aria-busy={isLoading || isSaving}
      className="flex flex-col gap-5"
    >
      {messages.map(({ field, kind, label }) => (
        <div key={field}>
          <SwitchRow
            label={label()}
            checked={toggles[field]}
            disabled={isLoading || isSaving}
            onChange={(on) => change(field, on)}
          />
          <ChatbotPreview
            {...{ kind, platform, owner }}
            template={shownWording[kind]}
            isOn={toggles[field]}
          />
          {wording && (
            <WordingField
              {...{ kind, platform, owner }}
              label={label()}
              text={wording[kind]}
              fault={faultOf(kind)}
              isLocked={isSaving}
              onChange={(text) => setMessage(kind, text)}
            />
          )}
        </div>
      ))}
      <Button
        type="submit"
        kind="primary"
        disabled={isLoading}
        isBusy={isSaving}
        busyLabel={m.chatbot_saving()}
        className="self-start"
      >
        {m.chatbot_save()}
      </Button>
    </form>
  )
}
