import { useState } from 'react'
import type { PanelState, ReviewRules } from '../../../../contract/panel/panel.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import {
  findAmountFault,
  readAmountMinor,
  tipAmountRule,
  writeAmount,
} from '../../lib/payments/typed-amount.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { SwitchRow } from '../../ui/switch-row.tsx'
import type { Panel } from './use-panel.ts'

/** Which tips wait until somebody approves them. Every switch changes at once. */
export function ReviewCard({ panel, rules }: { panel: Panel; rules: NonNullable<PanelState['review']> }) {
  const isBusy = panel.busy === 'review'
  const change = (some: Partial<ReviewRules>) =>
    void panel.act({ kind: 'review', rules: { ...rules, ...some } }, 'review')
  return (
    <Card id="panel-review" title={m.panel_review_title()} hint={m.panel_review_hint()}>
      <SwitchRow
        label={m.panel_review_all()}
        checked={rules.all}
        disabled={isBusy}
        onChange={(all) => change({ all })}
      />
      <SwitchRow
        label={m.panel_review_first()}
        hint={m.panel_review_first_hint()}
        checked={rules.first}
        disabled={isBusy}
        onChange={(first) => change({ first })}
      />
      <SwitchRow
        label={m.panel_review_messages()}
        checked={rules.messages}
        disabled={isBusy}
        onChange={(messages) => change({ messages })}
      />
      <SwitchRow
        label={m.panel_review_words()}
        hint={m.panel_review_words_hint()}
        checked={rules.onWords}
        disabled={isBusy}
        onChange={(onWords) => change({ onWords })}
      />
      <SwitchRow
        label={m.panel_review_from()}
        checked={rules.from !== null}
        disabled={isBusy}
        onChange={(isOn) => change({ from: isOn ? suggestedMinor : null })}
      />
      {rules.from !== null && (
        <AmountForm key={rules.from} minor={rules.from} isBusy={isBusy} onSave={(from) => change({ from })} />
      )}
    </Card>
  )
}

const suggestedMinor = 100_00

interface AmountFormProps {
  minor: number
  isBusy: boolean
  onSave: (minor: number) => void
}

function AmountForm({ minor, isBusy, onSave }: AmountFormProps) {
  const [typed, setTyped] = useState(writeAmount(minor, null))
  const fault = findAmountFault(typed, tipAmountRule(null, m.panel_review_amount_error()))
  return (
    <form
      noValidate
      className="mt-2 flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        const read = readAmountMinor(typed, null)
        if (fault === undefined && read !== undefined) onSave(read)
      }}
    >
      <Field
        name="from"
        label={m.panel_review_amount()}
        inputMode="numeric"
        className="max-w-32"
        value={typed}
        error={fault}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" isBusy={isBusy} disabled={fault !== undefined}>
        {m.rules_save()}
      </Button>
    </form>
  )
}
