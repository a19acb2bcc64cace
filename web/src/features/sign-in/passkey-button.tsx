import { KeyRound } from 'lucide-react'
import type { SessionUser } from '../../../../contract/entities.ts'
import { logInByPasskey, startPasskeyLogIn } from '../../../../contract/accounts/passkey-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { call } from '../../lib/calls/call.ts'
import { canUsePasskeys, signWithPasskey } from '../../lib/accounts/passkeys.ts'
import { refreshSession } from '../../lib/accounts/session.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import * as z from 'zod/mini'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'

/** Logs in with a passkey. Renders nothing if the browser does not support passkeys here. */
export function PasskeyButton({ onLoggedIn }: { onLoggedIn: (user: SessionUser) => void }) {
  const form = useForm({
    initial: {},
    schema: z.object({}),
    onSubmit: async () => {
      const { options } = await call(startPasskeyLogIn, { body: {} }, { errorsTo: 'caller' })
      const credential = await signWithPasskey(options)
      await call(logInByPasskey, { body: { credential } }, { errorsTo: 'caller' })
      onLoggedIn(await refreshSession())
    },
  })
  if (!canUsePasskeys()) return null
  return (
    <Form
      form={form}
      className="mt-3 gap-3"
      buttons={
        <Button type="submit" size="large" isBusy={form.isBusy} busyLabel={m.passkey_busy()}>
          <KeyRound aria-hidden className="size-5" />
          {m.passkey_use()}
        </Button>
      }
    />
  )
}
