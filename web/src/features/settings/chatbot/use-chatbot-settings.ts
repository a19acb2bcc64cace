import { useEffect, useState } from 'react'
import { getChatbotSettings, saveChatbotSettings } from '../../../../../contract/account-calls.ts'
import { getChatTemplates, saveChatTemplates } from '../../../../../contract/chat-calls.ts'
import { chatTemplates } from '../../../../../contract/chat-message.ts'
import type { ChatMessageKind } from '../../../../../contract/chat-message.ts'
import { defaultChatbotToggles } from '../../../../../contract/entities.ts'
import type { ChatbotToggles, ChatPlatform } from '../../../../../contract/entities.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { CallError } from '../../../lib/call-error.ts'
import { call } from '../../../lib/call.ts'
import { toast } from '../../../lib/toast.ts'
import { useAction } from '../../../lib/use-action.ts'

/** The wording of each kind of message. */
export type Wording = Record<ChatMessageKind, string>

/**
 * Loads one platform's switches and wording and holds them while they are edited. To show another platform, the component must be
 * remounted.
 */
export function useChatbotSettings(platform: ChatPlatform) {
  const [toggles, setToggles] = useState(defaultChatbotToggles)
  const [wording, setWording] = useState<Wording>(chatTemplates)
  /** The wording on the server. While it is unknown, this is undefined and saving does not overwrite it. */
  const [saved, setSaved] = useState<Wording>()
  const [isLoading, setIsLoading] = useState(true)
  const { isBusy: isSaving, run } = useAction()

  useEffect(() => {
    const leaving = new AbortController()
    const options = { errorsTo: 'log', signal: leaving.signal } as const
    const input = { query: { platform } }
    const loads = [
      call(getChatbotSettings, input, options).then(setToggles),
      call(getChatTemplates, input, options).then((own) => {
        const loaded = withDefaults(own)
        setWording(loaded)
        setSaved(loaded)
      }),
    ]
    void Promise.allSettled(loads) // a failed load is only logged
      .finally(() => leaving.signal.aborted || setIsLoading(false))
    return () => leaving.abort()
  }, [platform])

  async function save() {
    if (saved && isChanged(saved, wording)) {
      const body = { platform, ...withoutDefaults(wording) }
      await call(saveChatTemplates, { body }, { errorsTo: 'caller' })
      setSaved(wording)
    }
    await call(saveChatbotSettings, { body: { platform, ...toggles } }, { errorsTo: 'caller' })
    toast.success(m.chatbot_saved())
  }
  return {
    toggles,
    /** Undefined until the wording is loaded; until then it cannot be edited. */
    wording: saved && wording,
    shownWording: wording,
    change: (field: keyof ChatbotToggles, on: boolean) => setToggles((now) => ({ ...now, [field]: on })),
    setMessage: (kind: ChatMessageKind, text: string) => setWording((now) => ({ ...now, [kind]: text })),
    save: () => run(save, explain),
    isLoading,
    isSaving,
  }
}

type OwnWording = Record<ChatMessageKind, string | null>

function withDefaults(own: OwnWording): Wording {
  return mapKinds((kind) => own[kind] ?? chatTemplates[kind])
}

/** Replaces wording that equals the default by null, because the server stores only the creator's own wording. */
function withoutDefaults(wording: Wording): OwnWording {
  return mapKinds((kind) => (wording[kind].trim() === chatTemplates[kind] ? null : wording[kind]))
}

function mapKinds<T>(map: (kind: ChatMessageKind) => T): Record<ChatMessageKind, T> {
  return { goalTip: map('goalTip'), goalFunded: map('goalFunded'), generalTip: map('generalTip') }
}

function isChanged(before: Wording, after: Wording): boolean {
  return JSON.stringify(withoutDefaults(before)) !== JSON.stringify(withoutDefaults(after))
}

/** Returns the server's own message if it sent one, otherwise a general text. */
function explain(error: unknown): string {
  const hasWords = error instanceof CallError && error.code !== undefined
  return m.chatbot_save_failed({ reason: hasWords ? error.message : m.chatbot_save_failed_unknown() })
}
