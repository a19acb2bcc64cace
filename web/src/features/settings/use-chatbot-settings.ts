import { useEffect, useState } from 'react'
import { getChatbotSettings, saveChatbotSettings } from '../../../../contract/account-calls.ts'
import { defaultChatbotToggles } from '../../../../contract/entities.ts'
import type { ChatbotToggles, Platform } from '../../../../contract/entities.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { CallError } from '../../lib/call-error.ts'
import { call } from '../../lib/call.ts'
import { toast } from '../../lib/toast.ts'

/** One platform's toggles as they are edited, and how to save them. A form of another platform mounts anew, and asks anew. */
export function useChatbotSettings(platform: Platform) {
  const [toggles, setToggles] = useState(defaultChatbotToggles)
  const [isLoading, setIsLoading] = useState(true)
  const [isSaving, setIsSaving] = useState(false)

  useEffect(() => {
    const leaving = new AbortController()
    call(getChatbotSettings, { query: { platform } }, { errorsTo: 'log', signal: leaving.signal })
      .then(setToggles, () => undefined) // told already: in the log alone
      .finally(() => leaving.signal.aborted || setIsLoading(false))
    return () => leaving.abort()
  }, [platform])

  async function save() {
    setIsSaving(true)
    try {
      await call(saveChatbotSettings, { body: { platform, ...toggles } }, { errorsTo: 'caller' })
      toast.success(m.chatbot_saved())
    } catch (error) {
      if (!(error instanceof CallError && error.isShown)) toast.error(explain(error))
    } finally {
      setIsSaving(false)
    }
  }
  const change = (field: keyof ChatbotToggles, on: boolean) => setToggles((now) => ({ ...now, [field]: on }))
  return { toggles, change, save, isLoading, isSaving }
}

/** The server's own words, where it had any. */
function explain(error: unknown): string {
  const hasWords = error instanceof CallError && error.code !== undefined
  return m.chatbot_save_failed({ reason: hasWords ? error.message : m.chatbot_save_failed_unknown() })
}
