import * as z from 'zod/mini'
import { refundTip } from '../../../../contract/statement-calls.ts'
import type { StatementEntry } from '../../../../contract/statement-calls.ts'
import { smallestStep } from '../../../../contract/currencies.ts'
import { isolate } from '../../../../contract/text.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { call } from '../../lib/call.ts'
import { formatAmount } from '../../lib/format.ts'
import { toast } from '../../lib/toast.ts'
import { decimalsTyped, typedAmount, writeDecimals } from '../../lib/typed-amount.ts'
import { useForm } from '../../lib/use-form.ts'
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
    decimalsTyped(currency, step) > 0 ? m.books_refund_amount_error : m.books_refund_whole_error
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
      reason: z.string().check(z.maxLength(200, { error: m.books_refund_reason_error() })),
    }),
    async onSubmit({ amount, reason }) {
      const { status } = await call(refundTip, { body: { tipId, amount, reason } }, { errorsTo: 'caller' })
      toast.success(status === 'done' ? m.books_refund_done() : m.books_refund_asked())
      onDone()
      onClose()
    },
  })
  return (
    <Dialog
      title={m.books_refund_title({ name: isolate(name) })}
      description={m.books_refund_text()}
      isOpen
      onClose={onClose}
    >
      <Form
        form={form}
        buttons={
          <Button type="submit" kind="danger" isBusy={form.isBusy}>
            {m.books_refund_action()}
          </Button>
        }
      >
        <Field
          {...form.text('amount')}
          label={m.books_refund_amount()}
          aside={m.books_refund_most({ most })}
          inputMode="decimal"
          autoComplete="off"
        />
        {provider === 'paypal' && (
          <Field
            {...form.text('reason')}
            label={m.books_refund_reason()}
            hint={m.books_refund_reason_hint()}
            maxLength={200}
          />
        )}
      </Form>
    </Dialog>
  )
}
