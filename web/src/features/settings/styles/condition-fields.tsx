import type { AlertCondition, AlertKind } from '../../../../../contract/alerts/alert-style.ts'
import { alertKind, alertTextLimits } from '../../../../../contract/alerts/alert-style.ts'
import type { PayoutCurrency } from '../../../../../contract/money/money.ts'
import { getOwnGoals } from '../../../../../contract/goals/own-goal-calls.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { useCall } from '../../../lib/calls/use-call.ts'
import { showKindTexts } from '../../../parts/alerts/show-kind-texts.ts'
import { Field, Select } from '../../../ui/field.tsx'
import { SwitchRow } from '../../../ui/switch-row.tsx'
import { AmountField } from './amount-field.tsx'
import type { StyleEditor } from './use-style-editor.ts'

export const kindTexts: Record<AlertKind, () => string> = {
  goalTip: m.style_kind_goal_tip,
  generalTip: m.style_kind_general_tip,
  goalFunded: m.style_kind_goal_funded,
  milestone: m.style_kind_milestone,
  digest: m.style_kind_digest,
  ...showKindTexts,
}

interface ConditionFieldsProps {
  editor: StyleEditor
  currency: PayoutCurrency | null
}

/** The name of a variation, and the alerts that it is for. */
export function ConditionFields({ editor: { chosen, setVariation }, currency }: ConditionFieldsProps) {
  if (!chosen) return null
  const { name, when } = chosen
  const set = (edit: Partial<AlertCondition>) =>
    setVariation({ when: { ...when, ...edit } }, `when ${Object.keys(edit).join()}`)
  return (
    <fieldset className="flex flex-col gap-4 rounded-card bg-sunken p-4">
      <legend className="sr-only">{m.style_when()}</legend>
      <Field
        name="name"
        enterKeyHint="done"
        label={m.style_variation_name()}
        value={name}
        maxLength={alertTextLimits.name}
        error={name.trim() === '' ? m.style_name_missing() : undefined}
        onChange={(event) => setVariation({ name: event.target.value }, 'name')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label={m.style_when_kind()}
          value={when.kind ?? ''}
          onChange={(event) =>
            set({ kind: event.target.value === '' ? null : alertKind.parse(event.target.value) })
          }
          options={[
            ['', m.style_when_any()],
            ...alertKind.options.map((kind) => [kind, kindTexts[kind]()] as const),
          ]}
        />
        <GoalChoice value={when.goalId} onChange={(goalId) => set({ goalId })} />
        <AmountField
          name="fromAmount"
          label={m.style_when_from()}
          value={when.fromAmount}
          currency={currency}
          onChange={(fromAmount) => set({ fromAmount })}
        />
        <AmountField
          name="toAmount"
          label={m.style_when_to()}
          value={when.toAmount}
          currency={currency}
          onChange={(toAmount) => set({ toAmount })}
        />
      </div>
      <SwitchRow
        label={m.style_when_first()}
        hint={m.style_when_first_hint()}
        checked={when.isFirstTip}
        onChange={(isFirstTip) => set({ isFirstTip })}
      />
    </fieldset>
  )
}

interface GoalChoiceProps {
  value: string | null
  onChange: (goalId: string | null) => void
}

function GoalChoice({ value, onChange }: GoalChoiceProps) {
  const { data: goals } = useCall(getOwnGoals, {}, { errorsTo: 'log' })
  const known = (goals ?? []).filter(({ status, goaluuid }) => status !== 'ARCHIVED' || goaluuid === value)
  const isGone = value !== null && known.every(({ goaluuid }) => goaluuid !== value)
  return (
    <Select
      label={m.style_when_goal()}
      value={value ?? ''}
      disabled={!goals}
      onChange={(event) => onChange(event.target.value || null)}
      options={[
        ['', m.style_when_any_goal()],
        ...known.map(({ goaluuid, title }) => [goaluuid, title] as const),
        ...(isGone ? [[value, m.style_when_goal_gone()] as const] : []),
      ]}
    />
  )
}
