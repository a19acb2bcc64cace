import * as z from 'zod/mini'
import { refundTip } from '../../../../contract/payments/statement-calls.ts'
import type { StatementEntry } from '../../../../contract/payments/statement-calls.ts'
import { smallestStep } from '../../../../contract/money/currencies.ts'
import { isolate } from '../../../../contract/text.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { call } from '../../lib/calls/call.ts'
import { formatAmount } from '../../lib/format.ts'
import { toast } from '../../lib/toast.ts'
import { decimalsTyped, typedAmount, writeDecimals } from '../../lib/payments/typed-amount.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'

interface RefundDialogProps {
  entry: StatementEntry
  onDone: () => void
  onClose: () => void
}

/** Refunds a tip, in whole or in part. */
export function RefundDialog({ entry, onDone, onClose }: RefundDialogProps) {
  const { tipId, refundable, currency, name, provider } = entry
  const step = smallestStep(currency)
  const most = formatAmount(refundable, currency)
  const amountError =
    decimalsTyped(currency, step) > 0 ? m.statement_refund_amount_error : m.statement_refund_whole_error
  const form = useForm({
    initial: { amount: writeDecimals(refundable, currency, step), reason: '' },
    schema: z.object({
      amount: typedAmount({
        currency,
        minMinor: 1,
        maxMinor: refundable,
        stepMinor: step,
        error: amountError({ most }),
      }),
      reason: z.string().check(z.maxLength(200, { error: m.statement_refund_reason_error() })),
    }),
    async onSubmit({ amount, reason }) {
      const { status } = await call(refundTip, { body: { tipId, amount, reason } }, { errorsTo: 'caller' })
      toast.success(status === 'done' ? m.statement_refund_done() : m.statement_refund_asked())
      onDone()
      onClose()
    },
  })
  return (
    <Dialog
      title={m.statement_refund_title({ name: isolate(name) })}
      description={m.statement_refund_text()}
      isOpen
      onClose={onClose}
    >
      <Form
        form={form}
        buttons={
          <Button type="submit" kind="danger" isBusy={form.isBusy}>
            {m.statement_refund_action()}
          </Button>
        }
      >
        <Field
          {...form.text('amount')}
          label={m.statement_refund_amount()}
          aside={m.statement_refund_most({ most })}
          inputMode="decimal"
        />
        {provider === 'paypal' && (
          <Field
            {...form.text('reason')}
            label={m.statement_refund_reason()}
            hint={m.statement_refund_reason_hint()}
            maxLength={200}
          />
        )}
      </Form>
    </Dialog>
  )
}
