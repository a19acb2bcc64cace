import * as z from 'zod/mini'
import { refundTip } from '../../../../contract/statement-calls.ts'
import type { StatementEntry } from '../../../../contract/statement-calls.ts'
import { smallestStep } from '../../../../contract/currencies.ts'
import { decimalsOf } from '../../../../contract/minor-units.ts'
import { parseDecimal, toDecimal } from '../../../../contract/money.ts'
import { isolate } from '../../../../contract/text.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { call } from '../../lib/call.ts'
import { formatAmount } from '../../lib/format.ts'
import { toast } from '../../lib/toast.ts'
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
  const { tipId, refundable, currency, name } = entry
  const max = formatAmount(refundable, currency)
  const decimals = decimalsOf(currency)
  const parse = (typed: string) => parseDecimal(typed.trim(), decimals)
  const form = useForm({
    initial: { amount: toDecimal(refundable, decimals), reason: '' },
    schema: z.object({
      amount: z.string().check(
        z.refine((typed) => isRefundable(parse(typed), refundable, smallestStep(currency)), {
          error: m.books_refund_amount_error({ most: max }),
        }),
      ),
      reason: z.string().check(z.maxLength(200, { error: m.books_refund_reason_error() })),
    }),
    async onSubmit({ amount, reason }) {
      const body = { tipId, amount: parse(amount)!, reason }
      const { status } = await call(refundTip, { body }, { errorsTo: 'caller' })
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
          aside={m.books_refund_most({ most: max })}
          inputMode="decimal"
          autoComplete="off"
        />
        <Field
          {...form.text('reason')}
          label={m.books_refund_reason()}
          hint={m.books_refund_reason_hint()}
          maxLength={200}
        />
      </Form>
    </Dialog>
  )
}

function isRefundable(minor: number | undefined, max: number, step: number): boolean {
  return minor !== undefined && minor >= 1 && minor <= max && minor % step === 0
}
