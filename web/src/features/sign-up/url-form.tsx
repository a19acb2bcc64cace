import { clsx } from 'clsx'
import { namesLike } from '../../../../contract/names.ts'
import { selectUrl } from '../../../../contract/sign-up-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { hasCode } from '../../lib/call-error.ts'
import { call } from '../../lib/call.ts'
import { useSiteUrl } from '../../lib/site-settings.ts'
import { useStore } from '../../lib/store.ts'
import { useForm } from '../../lib/use-form.ts'
import { Labelled, useFieldIds } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { NameNote } from './name-note.tsx'
import { NextButton } from './next-button.tsx'
import type { StepProps } from './step-props.ts'
import { useNameAvailability } from './use-name-availability.ts'
import { draft } from './wizard-state.ts'

/** The public name, which is the address as well; whether it is free shows while typing. */
export function UrlForm({ signUp, attempt, onDone }: StepProps) {
  const typed = useStore.getState().signupwizard.customUserName
  const form = useForm({
    initial: {
      customUserName: typed || signUp.customUserName || (namesLike(signUp.username, () => 0)[0] ?? ''),
    },
    schema: selectUrl.body,
    onDraft: draft,
    onSubmit: async (body) => {
      try {
        onDone(await attempt(() => call(selectUrl, { body }, { errorsTo: 'caller' })))
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
        <NameNote {...availability} onChoose={(choice) => form.set('customUserName', choice)} />
      </div>
      <FormError>{form.errors.form}</FormError>
      <NextButton isBusy={form.isBusy} />
    </form>
  )
}

interface AddressFieldProps {
  name: string
  value: string
  error: string | undefined
  onChange: (event: { target: { value: string } }) => void
  onBlur: () => void
}

/** The name behind the site's own address, as fans will type it. */
function AddressField({ error, ...input }: AddressFieldProps) {
  const ids = useFieldIds(error, m.signup_url_hint())
  const host = useSiteUrl().replace(/^https?:\/\//, '')
  return (
    <Labelled label={m.signup_url_label()} error={error} hint={m.signup_url_hint()} ids={ids}>
      <div
        className={clsx(
          'flex items-center rounded-card border bg-card pl-3.5 focus-within:border-coral focus-within:ring-3 focus-within:ring-coral/30',
          error ? 'border-rose-fill' : 'border-field',
        )}
      >
        <span aria-hidden className="max-w-[50%] shrink-0 truncate text-muted">
          {host}/
        </span>
        <input
          {...input}
          {...ids.attributes}
          maxLength={30}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          className="min-h-12 w-full min-w-0 rounded-r-card bg-transparent pr-3.5 outline-none"
        />
      </div>
    </Labelled>
  )
}
