import { anonymousName, tipTextLimits } from '../../../../contract/payments/tip.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { Field, TextArea } from '../../ui/field.tsx'
import type { TipDraft } from './tip-draft.ts'

interface MessageFieldsProps {
  draft: TipDraft
  defaultName: string
  creatorName: string
  onChange: (part: Partial<TipDraft>) => void
}

/** The supporter's name and the message. */
export function MessageFields({ draft, defaultName, creatorName, onChange }: MessageFieldsProps) {
  const left = tipTextLimits.message - draft.message.length
  const audience = draft.isPrivate ? m.tip_message_private({ name: creatorName }) : m.tip_message_shown()
  return (
    <>
      <Field
        label={m.tip_name()}
        name="name"
        autoComplete="nickname"
        dir="auto"
        maxLength={tipTextLimits.name}
        placeholder={m.tip_name_placeholder()}
        disabled={draft.isAnonymous}
        value={draft.isAnonymous ? anonymousName : (draft.name ?? defaultName)}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <TextArea
        label={m.tip_message()}
        aside={left <= 100 ? m.characters_left({ count: left }) : audience}
        name="message"
        dir="auto"
        rows={2}
        className="field-sizing-content max-h-56 min-h-12 sm:min-h-18"
        maxLength={tipTextLimits.message}
        placeholder={m.tip_message_placeholder()}
        value={draft.message}
        onChange={(event) => onChange({ message: event.target.value })}
      />
    </>
  )
}
