import * as z from 'zod/mini'
import {
  adjustedAccount,
  listAdjustments,
  newAdjustment,
  proposeAdjustment,
} from '../../../../contract/admin/adjustment-calls.ts'
import type { AdjustedAccount } from '../../../../contract/admin/adjustment-calls.ts'
import { maxAdjustment, reasonLength } from '../../../../contract/admin/admin-limits.ts'
import { listAdminActions } from '../../../../contract/admin/manage-calls.ts'
import type { Currency } from '../../../../contract/money/money.ts'
import { comparedKind } from '../../../../contract/payments/statement-calls.ts'
import type { ComparedKind } from '../../../../contract/payments/statement-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { call } from '../../lib/calls/call.ts'
import { itemNames } from '../../lib/pages/item-names.ts'
import { toast } from '../../lib/toast.ts'
import { typedAmount, writeDecimals } from '../../lib/payments/typed-amount.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { Field, Select } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { refetchList } from './refetch-list.ts'

interface AdjustmentFormProps {
  tipId: string
  /** The currency of the tip. */
  currency: Currency
  /** The difference to settle, if one is known. An unknown amount is typed. */
  difference?: { kind: ComparedKind; amount: number | undefined; transactionId: string } | undefined
  onClose: () => void
}

/** Proposes an adjustment of a tip, which another admin has to book. */
export function AdjustmentForm(props: AdjustmentFormProps) {
  const form = useAdjustment(props)
  const { currency, onClose } = props
  return (
    <Form
      form={form}
      submit={m.admin_adjustment_propose()}
      size="small"
      className="mt-3 gap-3"
      onCancel={onClose}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <Select
          {...form.text('direction')}
          label={m.admin_adjustment_direction()}
          options={[
            ['less', m.admin_adjustment_less()],
            ['more', m.admin_adjustment_more()],
          ]}
        />
        <Field
          {...form.text('amount')}
          label={m.admin_adjustment_amount({ currency: currency.toUpperCase() })}
          inputMode="decimal"
        />
        <Select
          {...form.text('kind')}
          label={m.admin_adjustment_of()}
          options={comparedKind.options.map((kind) => [kind, itemNames[kind]()])}
        />
        <Select
          {...form.text('account')}
          label={m.admin_adjustment_account()}
          options={adjustedAccount.options.map((account) => [account, accountNames[account]()])}
        />
      </div>
      <Field
        {...form.text('transactionId')}
        label={m.admin_adjustment_transaction()}
        autoCapitalize="none"
        spellCheck={false}
      />
      <Field
        {...form.text('reason')}
        label={m.admin_reason()}
        hint={m.admin_adjustment_reason_hint()}
        maxLength={reasonLength}
      />
    </Form>
  )
}

function useAdjustment({ tipId, currency, difference, onClose }: AdjustmentFormProps) {
  const amount = difference?.amount
  return useForm({
    initial: {
      direction: amount !== undefined && amount > 0 ? 'more' : 'less',
      amount: amount === undefined ? '' : writeDecimals(Math.abs(amount), currency),
      kind: difference?.kind ?? 'payment',
      account: 'provider_fee',
      transactionId: difference?.transactionId ?? '',
      reason: '',
    },
    schema: z.object({
      ...z.pick(newAdjustment, { kind: true, account: true, transactionId: true, reason: true }).shape,
      direction: z.enum(['more', 'less']),
      amount: typedAmount({
        currency,
        minMinor: 1,
        maxMinor: maxAdjustment,
        stepMinor: 1,
        error: m.admin_adjustment_amount_error(),
      }),
    }),
    async onSubmit({ direction, amount: minor, ...rest }) {
      const body = { ...rest, tipId, amount: direction === 'more' ? minor : -minor }
      await call(proposeAdjustment, { body }, { errorsTo: 'caller' })
      refetchList(listAdminActions)
      refetchList(listAdjustments)
      toast.success(m.admin_adjustment_done())
      onClose()
    },
  })
}

export const accountNames: Record<AdjustedAccount, () => string> = {
  provider: m.admin_adjustment_account_provider,
  provider_fee: m.admin_adjustment_account_provider_fee,
  platform_fee: m.admin_adjustment_account_platform_fee,
}
