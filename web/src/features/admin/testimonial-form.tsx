import * as z from 'zod/mini'
import { saveTestimonial, testimonialFields } from '../../../../contract/admin/site-admin-calls.ts'
import type { ManagedSite, ManagedTestimonial } from '../../../../contract/admin/site-admin-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { call } from '../../lib/calls/call.ts'
import { toast } from '../../lib/toast.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'

interface TestimonialFormProps {
  testimonial?: ManagedTestimonial
  submit: string
  onCancel: () => void
  onSaved: (site: ManagedSite) => void
}

/** Adds or changes one testimonial of the landing page. */
export function TestimonialForm({ testimonial, submit, onCancel, onSaved }: TestimonialFormProps) {
  const form = useForm({
    initial: { imageUrl: testimonial?.imageUrl ?? '', profileUrl: testimonial?.profileUrl ?? '' },
    schema: z.object({
      imageUrl: orNull(testimonialFields.imageUrl),
      profileUrl: orNull(testimonialFields.profileUrl),
    }),
    async onSubmit(values) {
      const body = { uid: testimonial?.uid, isHidden: testimonial?.isHidden ?? false, ...values }
      onSaved(await call(saveTestimonial, { body }, { errorsTo: 'caller' }))
      toast.success(m.admin_changed())
    },
  })
  return (
    <Form form={form} submit={submit} size="small" className="mt-3 gap-3" onCancel={onCancel}>
      <Field
        {...form.text('imageUrl')}
        label={m.admin_testimonial_picture()}
        hint={m.admin_testimonial_picture_hint()}
      />
      <Field
        {...form.text('profileUrl')}
        label={m.admin_testimonial_profile()}
        placeholder="https://"
        inputMode="url"
      />
    </Form>
  )
}

/** Makes a schema that reads an empty field as null. */
function orNull<S extends z.ZodMiniType<string | null, string | null>>(schema: S) {
  return z.pipe(
    z.pipe(
      z.string(),
      z.transform((text) => text.trim() || null),
    ),
    schema,
  )
}
