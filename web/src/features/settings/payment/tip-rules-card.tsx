import * as z from 'zod/mini'
import type { PayoutCurrency } from '../../../../../contract/money/money.ts'
import { getTipRules, saveTipRules } from '../../../../../contract/payments/tip-rule-calls.ts'
import type { TipRules } from '../../../../../contract/payments/tip-rule-calls.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { call } from '../../../lib/calls/call.ts'
import { formatAmount } from '../../../lib/format.ts'
import { toast } from '../../../lib/toast.ts'
import {
  describeTipRange,
  tipAmountRule,
  typedAmount,
  writeAmount,
} from '../../../lib/payments/typed-amount.ts'
import { useCall } from '../../../lib/calls/use-call.ts'
import { useForm } from '../../../lib/forms/use-form.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Field } from '../../../ui/field.tsx'
import { Loadable } from '../../../ui/loadable.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { SwitchRow } from '../../../ui/switch-row.tsx'
import { Form } from '../../../ui/form.tsx'

type Currency = PayoutCurrency | null

/** The minimum tip, and the smallest first tip of a supporter that is held for review. */
export function TipRulesCard({ currency }: { currency: Currency }) {
  const found = useCall(getTipRules)
  return (
    <Card id="tip-rules" title={m.rules_title()} hint={m.rules_hint()}>
      <Loadable loaded={found} failedText={m.rules_failed()} skeleton={<Skeleton className="h-40" />}>
        {(rules) => (
          <RulesForm rules={rules} currency={currency} onSaved={(saved) => found.setData(() => saved)} />
        )}
      </Loadable>
    </Card>
  )
}

interface RulesFormProps {
  rules: TipRules
  currency: Currency
  onSaved: (rules: TipRules) => void
}

/** The suggested amount when holding is switched on, in whole units. */
const suggestedHoldUnits = '100'

function RulesForm({ rules, currency, onSaved }: RulesFormProps) {
  const symbol = formatAmount(0, currency).replace(/[\d.,\s]/g, '')
  const form = useForm({
    initial: {
      minimum: writeAmount(rules.minimum, currency),
      isHolding: rules.holdFrom !== null,
      holdFrom: rules.holdFrom === null ? suggestedHoldUnits : writeAmount(rules.holdFrom, currency),
    },
    schema: rulesSchema(currency),
    async onSubmit(given) {
      const body = { minimum: given.minimum, holdFrom: given.isHolding ? given.holdFrom : null }
      onSaved(await call(saveTipRules, { body }, { errorsTo: 'caller' }))
      toast.success(m.rules_saved())
    },
  })
  const amount = { inputMode: 'numeric', className: 'max-w-44' } as const
  const inCurrency = (label: string) => `${label} (${symbol})`
  return (
    <Form
      form={form}
      buttons={
        <Button type="submit" kind="primary" isBusy={form.isBusy}>
          {m.rules_save()}
        </Button>
      }
      className="justify-items-start gap-4"
    >
      <Field
        {...form.text('minimum')}
        {...amount}
        label={inCurrency(m.rules_minimum())}
        hint={form.errors.minimum ? undefined : m.rules_minimum_hint()}
      />
      <SwitchRow
        label={m.rules_hold()}
        hint={m.rules_hold_hint()}
        checked={form.values.isHolding}
        onChange={(on) => form.set('isHolding', on)}
      />
      {form.values.isHolding && (
        <Field {...form.text('holdFrom')} {...amount} label={inCurrency(m.rules_hold_from())} />
      )}
    </Form>
  )
}

/** While nothing is held, the amount is hidden, and whatever it is does not matter. */
function rulesSchema(currency: Currency) {
  const amount = typedAmount(tipAmountRule(currency, describeTipRange(currency)))
  return z.discriminatedUnion('isHolding', [
    z.object({ isHolding: z.literal(true), minimum: amount, holdFrom: amount }),
    z.object({ isHolding: z.literal(false), minimum: amount }),
  ])
}
