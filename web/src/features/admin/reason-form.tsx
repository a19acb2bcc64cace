import * as z from 'zod/mini'
import { reasonLength } from '../../../../contract/admin/admin-limits.ts'
import { listAdminActions, reason } from '../../../../contract/admin/manage-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { toast } from '../../lib/toast.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { refetchList } from './refetch-list.ts'

interface ReasonFormProps {
  /** The label of the button, which names the change. */
  submit: string
  /** Makes the change. A `CallError` that it throws is shown in the form. */
  onReason: (values: { reason: string }) => Promise<void>
  onCancel: () => void
}

/** Asks an admin for the reason of a change, and makes the change. */
export function ReasonForm({ submit, onReason, onCancel }: ReasonFormProps) {
  const form = useForm({
    initial: { reason: '' },
    schema: z.object({ reason }),
    async onSubmit(values) {
      await onReason(values)
      refetchList(listAdminActions)
      toast.success(m.admin_changed())
    },
  })
  return (
    <Form form={form} submit={submit} size="small" className="mt-3 gap-3" onCancel={onCancel}>
      <Field
        {...form.text('reason')}
        label={m.admin_reason()}
        hint={m.admin_reason_hint()}
        error={form.errors.reason}
        maxLength={reasonLength}
      />
    </Form>
  )
}
