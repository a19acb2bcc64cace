import { useState } from 'react'
import * as z from 'zod/mini'
import { findPaymentLife, paymentId } from '../../../../contract/admin/payment-life-calls.ts'
import type { PaymentLife, PaymentStep } from '../../../../contract/admin/payment-life-calls.ts'
import { listAdminActions } from '../../../../contract/admin/manage-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { call } from '../../lib/calls/call.ts'
import { formatDateTime } from '../../lib/format.ts'
import { formatLedgerAmount } from '../../lib/payments/format-ledger.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { InlineForm } from '../../ui/form.tsx'
import { List } from '../../ui/loadable.tsx'
import { AdjustmentForm } from './adjustment-form.tsx'
import { refetchList } from './refetch-list.ts'
import { toWord } from './words.ts'

/** Finds a payment by any of its ids and lists all that happened to it, without names and messages. */
export function PaymentCard() {
  const [life, setLife] = useState<PaymentLife>()
  const form = useForm({
    initial: { id: '' },
    isGuarded: false,
    schema: z.object({ id: paymentId }),
    async onSubmit(query) {
      setLife(undefined)
      setLife(await call(findPaymentLife, { query }, { errorsTo: 'caller' }))
      refetchList(listAdminActions)
    },
  })
  return (
    <Card id="payment" title={m.admin_payment()} hint={m.admin_payment_hint()}>
      <InlineForm form={form} submit={m.admin_find()}>
        <Field
          {...form.text('id')}
          label={m.admin_payment_id()}
          error={form.errors.id ?? form.errors.form}
          autoCapitalize="none"
          spellCheck={false}
        />
      </InlineForm>
      {life && <Life life={life} />}
    </Card>
  )
}

function Life({ life }: { life: PaymentLife }) {
  const [isAdjusted, setIsAdjusted] = useState(false)
  const { amount, currency, provider, mode, creator, orderId, tipId, steps } = life
  return (
    <div className="mt-4 border-t border-line pt-4 wrap-anywhere">
      <p className="font-semibold">
        {formatLedgerAmount(amount, currency)} · @{creator} · {provider} ({mode})
      </p>
      <p className="text-sm text-muted">{m.admin_payment_ids({ order: orderId, tip: tipId ?? '–' })}</p>
      <List items={steps}>
        {(step) => <Step key={step.kind + step.at + step.name} step={step} currency={currency} />}
      </List>
      {tipId !== null &&
        (isAdjusted ? (
          <AdjustmentForm tipId={tipId} currency={currency} onClose={() => setIsAdjusted(false)} />
        ) : (
          <Button size="small" onClick={() => setIsAdjusted(true)}>
            {m.admin_adjustment_propose()}
          </Button>
        ))}
    </div>
  )
}

const kinds: Record<PaymentStep['kind'], () => string> = {
  order: m.admin_step_order,
  capture: m.admin_step_capture,
  ledger: m.admin_step_ledger,
  delivery: m.admin_step_delivery,
  refund: m.admin_step_refund,
  dispute: m.admin_step_dispute,
  webhook: m.admin_step_webhook,
}

function Step({ step, currency }: { step: PaymentStep; currency: PaymentLife['currency'] }) {
  const { at, kind, name, state, amount, attempts, problem } = step
  const facts = [
    toWord(state),
    ...(amount === null ? [] : [formatLedgerAmount(amount, currency)]),
    ...(attempts === null ? [] : [m.admin_attempts({ count: attempts })]),
    ...(problem === null ? [] : [problem]),
  ]
  return (
    <li className="py-3 text-sm">
      <p>
        <span className="font-semibold">{kinds[kind]()}</span>{' '}
        <span>{kind === 'delivery' ? toWord(name) : name}</span>
      </p>
      <p>{facts.join(' · ')}</p>
      <p className="text-muted">{formatDateTime(at)}</p>
    </li>
  )
}
