import * as z from 'zod/mini'
import { confirmByPasskey, startPasskeyConfirmation } from '../../../../contract/accounts/passkey-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { call } from '../../lib/calls/call.ts'
import { signWithPasskey } from '../../lib/accounts/passkeys.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { Form } from '../../ui/form.tsx'

/** Confirms the session with one of the account's passkeys. */
export function PasskeyConfirmation({ onDone }: { onDone: () => void }) {
  const form = useForm({
    initial: {},
    schema: z.object({}),
    onSubmit: async () => {
      const { options } = await call(startPasskeyConfirmation, { body: {} }, { errorsTo: 'caller' })
      const credential = await signWithPasskey(options)
      await call(confirmByPasskey, { body: { credential } }, { errorsTo: 'caller' })
      onDone()
    },
  })
  return (
    <Form form={form} submit={m.passkey_use()} busyLabel={m.passkey_busy()}>
      <p className="text-center text-muted">{m.confirm_passkey_text()}</p>
    </Form>
  )
}
