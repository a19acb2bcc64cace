import { suggestNames } from '../../../../../contract/accounts/names.ts'
import { selectUrl } from '../../../../../contract/accounts/sign-up-calls.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { call } from '../../../lib/calls/call.ts'
import { useStore } from '../../../lib/store.ts'
import { useForm } from '../../../lib/forms/use-form.ts'
import { useNameAvailability } from '../../../lib/accounts/use-name-availability.ts'
import { AddressField } from '../../../parts/accounts/address-field.tsx'
import { NameAvailabilityNote } from '../../../parts/accounts/name-availability-note.tsx'
import type { StepProps } from './use-sign-up.ts'
import { saveDraft } from '../../../lib/accounts/sign-up-draft.ts'
import { Form } from '../../../ui/form.tsx'

/**
 * The step to choose the username, which is also part of the page's address. While the visitor types, it shows whether the name
 * is free.
 */
export function UrlForm({ signUp, runStep, onDone }: StepProps) {
  const typed = useStore.getState().signupwizard.customUserName
  const form = useForm({
    initial: {
      customUserName: typed || signUp.customUserName || (suggestNames(signUp.username, () => 0)[0] ?? ''),
    },
    schema: selectUrl.body,
    onDraft: saveDraft,
    onSubmit: async (body) => {
      onDone(await runStep(() => call(selectUrl, { body }, { errorsTo: 'caller' })))
    },
    onRefused: (code) => code === 'name_taken' && availability.refetch(),
  })
  const { customUserName: name } = form.values
  const availability = useNameAvailability(name)
  return (
    <Form form={form} submit={m.signup_next()} className="gap-5">
      <div>
        <AddressField {...form.text('customUserName')} />
        <NameAvailabilityNote {...availability} onChoose={(choice) => form.set('customUserName', choice)} />
      </div>
    </Form>
  )
}
