import * as z from 'zod/mini'
import { addPasskey, startPasskey } from '../../../../contract/accounts/passkey-calls.ts'
import type { Passkey } from '../../../../contract/accounts/passkey-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { call } from '../../lib/calls/call.ts'
import { createPasskey } from '../../lib/accounts/passkeys.ts'
import { toast } from '../../lib/toast.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { Field, focusOnMount } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'

interface AddPasskeyFormProps {
  onAdded: (passkey: Passkey) => void
  onCancel: () => void
}

/** Asks for a name, then lets the browser create a passkey. */
export function AddPasskeyForm({ onAdded, onCancel }: AddPasskeyFormProps) {
  const form = useForm({
    initial: { name: '' },
    schema: z.pick(addPasskey.body, { name: true }),
    onSubmit: async ({ name }) => {
      const { options } = await call(startPasskey, { body: {} }, { errorsTo: 'caller' })
      const credential = await createPasskey(options)
      const { passkey } = await call(addPasskey, { body: { name, credential } }, { errorsTo: 'caller' })
      toast.success(m.passkeys_added({ name: passkey.name }))
      onAdded(passkey)
    },
  })
  return (
    <Form
      form={form}
      submit={m.passkeys_add()}
      busyLabel={m.passkey_busy()}
      size="medium"
      kind="dark"
      className="mt-2 gap-4"
      onCancel={onCancel}
    >
      <Field
        {...form.text('name')}
        label={m.passkeys_name()}
        hint={m.passkeys_name_hint()}
        ref={focusOnMount}
      />
    </Form>
  )
}
