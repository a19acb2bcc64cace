import * as z from 'zod/mini'
import type { Goal } from '../../../../contract/entities.ts'
import { reportLimits, reportReason, sendReport } from '../../../../contract/admin/report-calls.ts'
import { isolate } from '../../../../contract/text.ts'
import { tipTextLimits } from '../../../../contract/payments/tip.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { call } from '../../lib/calls/call.ts'
import { retryWithProof } from '../../lib/calls/retry-with-proof.ts'
import { toast } from '../../lib/toast.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Select, TextArea } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { reasonTexts } from '../../parts/moderation/report-reasons.ts'

interface ReportDialogProps {
  userName: string
  goals: readonly Goal[]
  goalId: string | undefined
  onClose: () => void
}

const { details, contact } = sendReport.body.shape
const fields = z.object({ about: z.string(), name: z.string(), reason: reportReason, details, contact })

/** The form for anybody to report a creator's page, one of its goals, or a name in its lists. */
export function ReportDialog({ userName, goals, goalId, onClose }: ReportDialogProps) {
  const form = useForm({
    initial: { about: goalId ?? 'page', name: '', reason: 'fraud', details: '', contact: '' },
    schema: fields,
    async onSubmit({ about, name, ...report }) {
      const thing = about === 'name' ? { name } : about === 'page' ? {} : { goalId: about }
      const body = { username: userName, ...thing, ...report }
      await retryWithProof((proof) => call(sendReport, { body: { ...body, proof } }, { errorsTo: 'caller' }))
      toast.success(m.report_done())
      onClose()
    },
  })
  const things = [
    ['page', m.report_about_page()],
    ...goals.map(
      ({ goaluuid, title }) => [goaluuid, m.report_about_goal({ title: isolate(title) })] as const,
    ),
    ['name', m.report_about_name()],
  ] as const
  return (
    <Dialog isOpen title={m.report_title()} description={m.report_text()} onClose={onClose}>
      <Form form={form} submit={m.report_send()} busyLabel={m.report_sending()} className="gap-4 text-left">
        <Select {...form.text('about')} label={m.report_about()} options={things} />
        {form.values.about === 'name' && (
          <Field {...form.text('name')} label={m.report_name()} maxLength={tipTextLimits.name} />
        )}
        <Select
          {...form.text('reason')}
          label={m.report_reason()}
          options={reportReason.options.map((value) => [value, reasonTexts[value]()] as const)}
        />
        <TextArea {...form.text('details')} label={m.report_details()} maxLength={reportLimits.details} />
        <Field
          {...form.text('contact')}
          type="email"
          label={m.report_contact()}
          hint={m.report_contact_hint()}
          autoComplete="email"
        />
      </Form>
    </Dialog>
  )
}
