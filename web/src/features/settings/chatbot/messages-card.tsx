import { useRef, useState } from 'react'
import { chatPlatform, chatPlatforms } from '../../../../../contract/chat/platforms.ts'
import type { ChatPlatform } from '../../../../../contract/chat/platforms.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { WorkScope, mayDiscard } from '../../../lib/forms/unsaved.ts'
import { Card } from '../../../ui/card.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import type { ChatOwner } from './chatbot-preview.tsx'
import { platformUis } from './platforms.ts'
import type { FormEvent } from 'react'
import { currencySymbol } from '../../../../../contract/money/money.ts'
import { currentLocale } from '../../../lib/locale.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { SwitchRow } from '../../../ui/switch-row.tsx'
import { findDraftFaults } from './chat-draft.ts'
import { ChatbotPreview } from './chatbot-preview.tsx'
import { useChatbotSettings } from './use-chatbot-settings.ts'
import { LargerTips } from './larger-tips.tsx'
import { WordingField } from './wording-field.tsx'
import type { MessageProps } from './wording-field.tsx'

const tabs = chatPlatform.options.map((platform) => {
  const { Logo } = platformUis[platform]
  const label = (
    <span className="inline-flex items-center gap-2">
      <Logo className="size-4" />
      {chatPlatforms[platform].name}
    </span>
  )
  return { value: platform, label }
})

/** The chatbot's messages, with a tab for each platform. */
export function MessagesCard({ owner }: { owner: ChatOwner }) {
  const [platform, setPlatform] = useState<ChatPlatform>(chatPlatform.options[0]!)
  const [scope] = useState(() => ({}))

  async function handleChange(next: ChatPlatform) {
    if (await mayDiscard(scope)) setPlatform(next)
  }
  return (
    <Card id="messages" title={m.chatbot_messages()} hint={m.chatbot_messages_hint()}>
      <Tabs
        label={m.chatbot_platforms()}
        tabs={tabs}
        value={platform}
        onChange={(next) => void handleChange(next)}
      >
        <WorkScope value={scope}>
          <ChatbotForm key={platform} platform={platform} owner={owner} />
        </WorkScope>
      </Tabs>
    </Card>
  )
}

const messages = [
  { field: 'receiveAllTips', kind: 'goalTip', label: m.chatbot_goal_tips },
  { field: 'receiveGoalFunded', kind: 'goalFunded', label: m.chatbot_goal_funded },
  { field: 'receiveGeneralTips', kind: 'generalTip', label: m.chatbot_general_tips },
] as const

/** The chatbot's settings on one platform: each message with its switch, wording and preview, and which tips are announced. */
function ChatbotForm({ platform, owner }: { platform: ChatPlatform; owner: ChatOwner }) {
  const { toggles, draft, isEditable, change, edit, save, isLoading, isSaving } = useChatbotSettings(
    platform,
    owner.currency,
  )
  const form = useRef<HTMLFormElement>(null)
  const faults = isEditable ? findDraftFaults(draft, platform, owner) : {}

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    const faulty = Object.keys(faults)[0]
    if (faulty === undefined) return void save()
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
          <MessageTexts
            {...{ kind, platform, owner, draft, faults, edit, isEditable }}
            label={label()}
            isOn={toggles[field]}
            isLocked={isSaving}
          />
        </div>
      ))}
      {isEditable && <TipChoices {...{ draft, faults, owner, edit }} isLocked={isSaving} />}
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

type Edit = ReturnType<typeof useChatbotSettings>['edit']

interface MessageTextsProps extends MessageProps {
  isOn: boolean
  isEditable: boolean
  edit: Edit
}

/** A message's preview and, once they are loaded, its texts. */
function MessageTexts({ isOn, isEditable, edit, ...message }: MessageTextsProps) {
  const { kind, platform, owner, draft } = message
  return (
    <div className="mt-1 flex flex-col gap-1 sm:ml-15">
      <ChatbotPreview
        {...{ kind, platform, owner, isOn }}
        template={draft.wording[kind]}
        showsMessage={draft.showsMessage}
      />
      {isEditable && (
        <>
          <WordingField
            {...message}
            onChange={(text) => edit(({ wording }) => ({ wording: { ...wording, [kind]: text } }))}
          />
          {kind !== 'goalFunded' && <LargerTips {...{ ...message, kind, isOn, edit }} />}
        </>
      )}
    </div>
  )
}

interface TipChoicesProps extends Pick<MessageProps, 'draft' | 'faults' | 'owner' | 'isLocked'> {
  edit: Edit
}

/** The smallest announced tip, and whether texts may contain supporters' messages. */
function TipChoices({ draft, faults, owner, isLocked, edit }: TipChoicesProps) {
  return (
    <>
      <SwitchRow
        label={m.chatbot_shows_message()}
        hint={m.chatbot_shows_message_hint({ message: '{message}' })}
        checked={draft.showsMessage}
        disabled={isLocked}
        onChange={(on) => edit(() => ({ showsMessage: on }))}
      />
      <div className="sm:ml-15">
        <Field
          name="minTip"
          label={m.chatbot_min_tip({ symbol: currencySymbol(owner.currency, currentLocale()) })}
          hint={m.chatbot_min_tip_hint()}
          error={faults.minTip}
          inputMode="numeric"
          className="max-w-44"
          value={draft.minTip}
          disabled={isLocked}
          onChange={({ target }) => edit(() => ({ minTip: target.value }))}
        />
      </div>
    </>
  )
}
