import * as z from 'zod/mini'
import { reasonLength } from '../../../../contract/admin/admin-limits.ts'
import { listAdminActions } from '../../../../contract/admin/manage-calls.ts'
import {
  listUnmatched,
  newSettlement,
  proposeSettlement,
  settlementWay,
} from '../../../../contract/admin/settlement-calls.ts'
import type { Unmatched } from '../../../../contract/admin/settlement-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { call } from '../../lib/calls/call.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { toast } from '../../lib/toast.ts'
import { Field, Select } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { refetchList } from './refetch-list.ts'

interface SettlementFormProps {
  payment: Unmatched
  onClose: () => void
}

/** Proposes how to settle a payment that matches no order, which another admin has to confirm. */
export function SettlementForm({ payment, onClose }: SettlementFormProps) {
  const form = useSettlement({ payment, onClose })
  const ways = settlementWay.options.filter((way) => way === 'outside' || payment.isRefundable)
  return (
    <Form
      form={form}
      submit={m.admin_settlement_propose()}
      size="small"
      className="mt-3 gap-3"
      onCancel={onClose}
    >
      <Select
        {...form.text('way')}
        label={m.admin_settlement_way()}
        options={ways.map((way) => [
          way,
          way === 'refund' ? m.admin_settlement_refund() : m.admin_settlement_outside(),
        ])}
      />
      {form.values.way === 'outside' && (
        <Field
          {...form.text('transactionId')}
          label={m.admin_adjustment_transaction()}
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
      <Field
        {...form.text('reason')}
        label={m.admin_reason()}
        hint={m.admin_reason_hint()}
        maxLength={reasonLength}
      />
    </Form>
  )
}

function useSettlement({ payment, onClose }: SettlementFormProps) {
  const { provider, paymentId, isRefundable } = payment
  const [refund, outside] = newSettlement.def.options
  return useForm({
    initial: { way: isRefundable ? 'refund' : 'outside', transactionId: '', reason: '' },
    schema: z.discriminatedUnion('way', [
      z.omit(refund, { provider: true, paymentId: true }),
      z.omit(outside, { provider: true, paymentId: true }),
    ]),
    async onSubmit(values) {
      await call(proposeSettlement, { body: { provider, paymentId, ...values } }, { errorsTo: 'caller' })
      refetchList(listAdminActions)
      refetchList(listUnmatched)
      toast.success(m.admin_settlement_done())
      onClose()
    },
  })
}
