import { anonymousName, tipTextLimits } from '../../../../contract/tip.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { Field, TextArea } from '../../ui/field.tsx'
import { SwitchRow } from '../../ui/switch-row.tsx'
import type { TipDraft } from './tip-draft.ts'

interface MessageFieldsProps {
  draft: TipDraft
  defaultName: string
  creatorName: string
  /** Whether the tip will be shown without a name. */
  isNameless: boolean
  hasPaypal: boolean
  hasCards: boolean
  onChange: (part: Partial<TipDraft>) => void
}

/** The supporter's name, the message, and who may see them. */
export function MessageFields({
  draft,
  defaultName,
  creatorName,
  isNameless,
  hasPaypal,
  hasCards,
  onChange,
}: MessageFieldsProps) {
  const left = tipTextLimits.message - draft.message.length
  const audience = draft.isPrivate ? m.tip_message_private({ name: creatorName }) : m.tip_message_shown()
  return (
    <div className="flex flex-col gap-4">
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
        aside={left <= 100 ? m.tip_message_left({ count: left }) : audience}
        name="message"
        dir="auto"
        rows={2}
        className="field-sizing-content max-h-56 min-h-18"
        autoComplete="off"
        maxLength={tipTextLimits.message}
        placeholder={m.tip_message_placeholder()}
        value={draft.message}
        onChange={(event) => onChange({ message: event.target.value })}
      />
      <div>
        <SwitchRow
          label={m.tip_private({ name: creatorName })}
          checked={draft.isPrivate}
          onChange={(isPrivate) => onChange({ isPrivate })}
        />
        <SwitchRow
          label={m.tip_anonymous()}
          hint={draft.isAnonymous && m.tip_anonymous_hint()}
          checked={draft.isAnonymous}
          onChange={(isAnonymous) => onChange({ isAnonymous })}
        />
        {isNameless && hasPaypal && (
          <p className="mt-2 text-sm text-muted">{m.tip_anonymous_paypal({ name: creatorName })}</p>
        )}
        {isNameless && hasCards && (
          <p className="mt-2 text-sm text-muted">{m.tip_anonymous_card({ name: creatorName })}</p>
        )}
      </div>
    </div>
  )
}
