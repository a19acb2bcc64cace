import { aboutYourself } from '../../../../contract/sign-up-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { call } from '../../lib/call.ts'
import { useStore } from '../../lib/store.ts'
import { useForm } from '../../lib/use-form.ts'
import { Field, TextArea } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { NextButton } from './next-button.tsx'
import type { StepProps } from './step-props.ts'
import { draft } from './wizard-state.ts'

const bioLength = 1000

/** The name that people read, and some words about its owner. */
export function AboutForm({ signUp, attempt, onDone }: StepProps) {
  const typed = useStore.getState().signupwizard
  const form = useForm({
    initial: { DisplayName: typed.DisplayName || signUp.DisplayName, About: typed.About || signUp.About },
    schema: aboutYourself.body,
    onDraft: draft,
    onSubmit: async (body) =>
      onDone(await attempt(() => call(aboutYourself, { body }, { errorsTo: 'caller' }))),
  })
  return (
    <form noValidate onSubmit={form.handleSubmit} className="flex flex-col gap-4">
      <Field
        {...form.text('DisplayName')}
        label={m.signup_display_name()}
        autoComplete="nickname"
        maxLength={50}
      />
      <TextArea
        {...form.text('About')}
        label={m.profile_bio()}
        aside={m.signup_optional()}
        hint={m.signup_about_left({ count: bioLength - form.values.About.length })}
        maxLength={bioLength}
        rows={5}
      />
      <FormError>{form.errors.form}</FormError>
      <NextButton isBusy={form.isBusy} label={m.signup_send_code()} />
    </form>
  )
}
