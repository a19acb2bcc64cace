import type { FormEvent } from 'react'
import type { Platform } from '../../../../contract/entities.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { Button } from '../../ui/button.tsx'
import { SwitchRow } from '../../ui/switch-row.tsx'
import { ChatbotPreview } from './chatbot-preview.tsx'
import type { ChatOwner } from './chatbot-preview.tsx'
import { useChatbotSettings } from './use-chatbot-settings.ts'

const messages = [
  { field: 'receiveAllTips', kind: 'goalTip', label: m.chatbot_goal_tips },
  { field: 'receiveGoalFunded', kind: 'goalFunded', label: m.chatbot_goal_funded },
  { field: 'receiveGeneralTips', kind: 'generalTip', label: m.chatbot_general_tips },
] as const

/** Which messages the chatbot writes on one platform, each with the line itself. */
export function ChatbotForm({ platform, owner }: { platform: Platform; owner: ChatOwner }) {
  const { toggles, change, save, isLoading, isSaving } = useChatbotSettings(platform)

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    void save()
  }
  return (
    <form onSubmit={handleSubmit} aria-busy={isLoading || isSaving} className="flex flex-col gap-5">
      {messages.map(({ field, kind, label }) => (
        <div key={field}>
          <SwitchRow
            label={label()}
            checked={toggles[field]}
            disabled={isLoading || isSaving}
            onChange={(on) => change(field, on)}
          />
          <ChatbotPreview kind={kind} platform={platform} owner={owner} isOn={toggles[field]} />
        </div>
      ))}
      <Button
        type="submit"
        kind="primary"
        disabled={isLoading}
        state={isSaving ? 'busy' : 'idle'}
        busyLabel={m.chatbot_saving()}
        className="self-start"
      >
        {m.chatbot_save()}
      </Button>
    </form>
  )
}
