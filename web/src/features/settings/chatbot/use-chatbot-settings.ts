import { useEffect, useState } from 'react'

import {
  getChatTemplates,
  saveChatTemplates,
  getChatbotSettings,
  saveChatbotSettings,
} from '../../../../../contract/chat/chat-calls.ts'
import { defaultChatbotToggles } from '../../../../../contract/entities.ts'
import type { ChatbotToggles } from '../../../../../contract/entities.ts'
import type { ChatPlatform } from '../../../../../contract/chat/platforms.ts'
import type { PayoutCurrency } from '../../../../../contract/money/money.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { CallError } from '../../../lib/calls/call-error.ts'
import { call } from '../../../lib/calls/call.ts'
import { toast } from '../../../lib/toast.ts'
import { useUnsaved } from '../../../lib/forms/unsaved.ts'
import { useAction } from '../../../lib/calls/use-action.ts'
import { emptyDraft, toBody, toDraft } from './chat-draft.ts'
import type { ChatDraft } from './chat-draft.ts'

/**
 * Loads one platform's switches and texts and holds them while they are edited. To show another platform, the component must be
 * remounted.
 */
export function useChatbotSettings(platform: ChatPlatform, currency: PayoutCurrency | null) {
  const [toggles, setToggles] = useState(defaultChatbotToggles)
  const [savedToggles, setSavedToggles] = useState(defaultChatbotToggles)
  const [draft, setDraft] = useState(emptyDraft)
  /** The texts on the server. While they are unknown, this is undefined and saving does not overwrite them. */
  const [saved, setSaved] = useState<ChatDraft>()
  const [isLoading, setIsLoading] = useState(true)
  const { isBusy: isSaving, run } = useAction()

  useEffect(() => {
    const leaving = new AbortController()
    const options = { errorsTo: 'log', signal: leaving.signal } as const
    const input = { query: { platform } }
    const loads = [
      call(getChatbotSettings, input, options).then((own) => {
        setToggles(own)
        setSavedToggles(own)
      }),
      call(getChatTemplates, input, options).then((own) => {
        const loaded = toDraft(own, currency)
        setDraft(loaded)
        setSaved(loaded)
      }),
    ]
    void Promise.allSettled(loads) // a failed load is only logged
      .finally(() => leaving.signal.aborted || setIsLoading(false))
    return () => leaving.abort()
  }, [platform, currency])

  useUnsaved(JSON.stringify([toggles, draft]) !== JSON.stringify([savedToggles, saved ?? emptyDraft]))

  async function save() {
    const body = toBody(platform, draft, currency)
    if (saved && JSON.stringify(toBody(platform, saved, currency)) !== JSON.stringify(body)) {
      await call(saveChatTemplates, { body }, { errorsTo: 'caller' })
      setSaved(draft)
    }
    await call(saveChatbotSettings, { body: { platform, ...toggles } }, { errorsTo: 'caller' })
    setSavedToggles(toggles)
    toast.success(m.chatbot_saved())
  }
  return {
    toggles,
    draft,
    /** Whether the texts are loaded; until then they cannot be edited. */
    isEditable: saved !== undefined,
    change: (field: keyof ChatbotToggles, on: boolean) => setToggles((now) => ({ ...now, [field]: on })),
    edit: (change: (draft: ChatDraft) => Partial<ChatDraft>) =>
      setDraft((now) => ({ ...now, ...change(now) })),
    save: () => run(save, explain),
    isLoading,
    isSaving,
  }
}

/** Returns the server's own message if it sent one, otherwise a general text. */
function explain(error: unknown): string {
  const hasWords = error instanceof CallError && error.code !== undefined
  return m.chatbot_save_failed({ reason: hasWords ? error.message : m.chatbot_save_failed_unknown() })
}
