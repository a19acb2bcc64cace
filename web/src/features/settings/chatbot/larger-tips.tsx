import { Plus, Trash2 } from 'lucide-react'
import type { AmountTemplateKind } from '../../../../../contract/chat/chat-template.ts'
import { currencySymbol } from '../../../../../contract/money/money.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { formatAmount } from '../../../lib/format.ts'
import { currentLocale } from '../../../lib/locale.ts'
import { readAmountMinor } from '../../../lib/payments/typed-amount.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { fieldsOf, suggestLargerTip } from './chat-draft.ts'
import type { ChatDraft, LargerTip } from './chat-draft.ts'
import { ChatbotPreview } from './chatbot-preview.tsx'
import { WordingEditor } from './wording-field.tsx'
import type { MessageProps } from './wording-field.tsx'

interface LargerTipsProps extends MessageProps {
  kind: AmountTemplateKind
  isOn: boolean
  edit: (change: (draft: ChatDraft) => Partial<ChatDraft>) => void
}

/** Further texts for one kind of message, each from an amount on, with a button to add one. */
export function LargerTips({ kind, isOn, edit, ...message }: LargerTipsProps) {
  const { draft, label, owner, isLocked } = message
  const next = suggestLargerTip(draft, kind, owner.currency)
  const replace = (id: string, changed: LargerTip[]) =>
    edit(({ largerTips }) => ({ largerTips: largerTips.flatMap((tip) => (tip.id === id ? changed : tip)) }))
  return (
    <>
      {draft.largerTips
        .filter((tip) => tip.kind === kind)
        .map((tip) => (
          <LargerTipFields
            key={tip.id}
            {...{ ...message, kind, tip, isOn }}
            onChange={(changed) => replace(tip.id, [{ ...tip, ...changed }])}
            onRemove={() => replace(tip.id, [])}
          />
        ))}
      {next && (
        <Button
          kind="quiet"
          size="small"
          aria-label={m.wording_edit_label({ action: m.larger_tip_add(), message: label })}
          className="-ml-4 self-start"
          disabled={isLocked}
          onClick={() => edit(({ largerTips }) => ({ largerTips: [...largerTips, next] }))}
        >
          <Plus aria-hidden className="size-4" />
          {m.larger_tip_add()}
        </Button>
      )}
    </>
  )
}

interface LargerTipFieldsProps extends MessageProps {
  kind: AmountTemplateKind
  tip: LargerTip
  isOn: boolean
  onChange: (changed: Partial<LargerTip>) => void
  onRemove: () => void
}

function LargerTipFields({ tip, isOn, onChange, onRemove, ...message }: LargerTipFieldsProps) {
  const { draft, owner, kind, platform, faults, isLocked, label } = message
  const names = fieldsOf(tip)
  const amountMinor = readAmountMinor(tip.from, owner.currency) ?? 0
  const title = m.larger_tip_title({ message: label, amount: formatAmount(amountMinor, owner.currency) })
  return (
    <fieldset
      aria-label={title}
      className="flex min-w-0 flex-col gap-3 rounded-card border border-line p-3 sm:p-4"
    >
      <div className="flex items-end justify-between gap-3">
        <Field
          name={names.from}
          label={m.larger_tip_from({ symbol: currencySymbol(owner.currency, currentLocale()) })}
          error={faults[names.from]}
          inputMode="numeric"
          className="max-w-44"
          value={tip.from}
          disabled={isLocked}
          onChange={({ target }) => onChange({ from: target.value })}
        />
        <IconButton label={m.larger_tip_remove({ message: title })} disabled={isLocked} onClick={onRemove}>
          <Trash2 aria-hidden className="size-4" />
        </IconButton>
      </div>
      <ChatbotPreview
        {...{ kind, platform, owner, isOn, amountMinor }}
        showsMessage={draft.showsMessage}
        template={tip.text}
      />
      <WordingEditor
        {...message}
        name={names.text}
        title={title}
        text={tip.text}
        onChange={(text) => onChange({ text })}
      />
    </fieldset>
  )
}
