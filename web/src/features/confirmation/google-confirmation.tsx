import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { secondFactor } from '../../../../contract/accounts/account-fields.ts'
import { confirmByGoogle } from '../../../../contract/accounts/google-calls.ts'
import { getConfirmation } from '../../../../contract/accounts/security-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { call } from '../../lib/calls/call.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { CodeField } from '../../parts/accounts/account-fields.tsx'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { GoogleLogo } from '../../parts/accounts/google-logo.tsx'

interface GoogleConfirmationProps {
  needsCode: boolean
  onDone: () => void
}

/** Confirms the session on Google's page in another tab, so that what was typed on this page is not lost. */
export function GoogleConfirmation({ needsCode, onDone }: GoogleConfirmationProps) {
  const [isWaiting, setIsWaiting] = useState(false)
  useConfirmedOnReturn(isWaiting, onDone)
  const form = useForm({
    initial: { code: '' },
    schema: needsCode ? z.object({ code: secondFactor }) : z.object({}),
    fieldOfCode: { wrong_code: 'code', code_required: 'code' },
    onSubmit: async (body) => {
      // opened before the call, because browsers block pop-ups that do not open right after the click
      const tab = window.open('about:blank')
      try {
        const { address } = await call(confirmByGoogle, { body }, { errorsTo: 'caller' })
        if (tab) tab.location.replace(address)
        else window.location.assign(address)
        setIsWaiting(true)
      } catch (error) {
        tab?.close()
        throw error
      }
    },
  })
  return (
    <Form
      form={form}
      note={isWaiting && <output className="text-sm text-muted">{m.confirm_google_waiting()}</output>}
      buttons={
        <Button type="submit" size="large" isBusy={form.isBusy} busyLabel={m.google_busy()}>
          <GoogleLogo />
          {m.confirm_google()}
        </Button>
      }
    >
      {needsCode && <CodeField {...form.text('code')} />}
    </Form>
  )
}

/** Each time the visitor comes back to this tab, asks the server whether the session is confirmed now. */
function useConfirmedOnReturn(isWaiting: boolean, onDone: () => void): void {
  useEffect(() => {
    if (!isWaiting) return undefined
    const handleReturn = async () => {
      const { isConfirmed } = await call(getConfirmation, {}, { errorsTo: 'log' })
      if (isConfirmed) onDone()
    }
    const listen = () => void handleReturn().catch(() => undefined) // a failure is ignored, because the next return asks again
    window.addEventListener('focus', listen)
    return () => window.removeEventListener('focus', listen)
  })
}
