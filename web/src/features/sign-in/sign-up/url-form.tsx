import { suggestNames } from '../../../../../contract/names.ts'
import { selectUrl } from '../../../../../contract/sign-up-calls.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { hasCode } from '../../../lib/call-error.ts'
import { call } from '../../../lib/call.ts'
import { useStore } from '../../../lib/store.ts'
import { useForm } from '../../../lib/use-form.ts'
import { useNameAvailability } from '../../../lib/use-name-availability.ts'
import { AddressField } from '../../../ui/address-field.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { NameAvailabilityNote } from '../../../ui/name-availability-note.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import type { StepProps } from './step-props.ts'
import { saveDraft } from './sign-up-draft.ts'

/** The step to choose the username, which is also the page's address. Shows while typing whether it is free. */
export function UrlForm({ signUp, runStep, onDone }: StepProps) {
  const typed = useStore.getState().signupwizard.customUserName
  const form = useForm({
    initial: {
      customUserName: typed || signUp.customUserName || (suggestNames(signUp.username, () => 0)[0] ?? ''),
    },
    schema: selectUrl.body,
    onDraft: saveDraft,
    onSubmit: async (body) => {
      try {
        onDone(await runStep(() => call(selectUrl, { body }, { errorsTo: 'caller' })))
      } catch (error) {
        if (hasCode(error, 'name_taken')) availability.refetch()
        throw error
      }
    },
  })
  const { customUserName: name } = form.values
  const availability = useNameAvailability(name)
  return (
    <form noValidate onSubmit={form.handleSubmit} className="flex flex-col gap-5">
      <div>
        <AddressField {...form.text('customUserName')} error={form.errors.customUserName} />
        <NameAvailabilityNote {...availability} onChoose={(choice) => form.set('customUserName', choice)} />
      </div>
      <FormError>{form.errors.form}</FormError>
      <SubmitButton isBusy={form.isBusy} className="w-full">
        {m.signup_next()}
      </SubmitButton>
    </form>
  )
}
