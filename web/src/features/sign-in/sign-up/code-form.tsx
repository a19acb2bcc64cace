import { useEffect, useRef, useState } from 'react'
import { resendSignUpCode, verifySignUpCode } from '../../../../../contract/sign-up-calls.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { call } from '../../../lib/call.ts'
import { useForm } from '../../../lib/use-form.ts'
import { CodeBoxes, codeLength } from '../../../ui/code-boxes.tsx'
import { ExistingAccountNote } from './existing-account-note.tsx'
import { ResendRow } from './resend-row.tsx'
import type { StepProps } from './step-props.ts'
import { useFinishSignUp } from './use-finish-sign-up.ts'
import { Button } from '../../../ui/button.tsx'

/** The step for the emailed code. Typing the sixth digit submits it. */
export function CodeForm({ signUp, runStep, clockOffsetMs, setSignUp, refetch }: StepProps) {
  const finish = useFinishSignUp(setSignUp)
  const [hasAccount, setHasAccount] = useState(false)
  const form = useForm({
    initial: { code: '' },
    schema: verifySignUpCode.body,
    onSubmit: async (body) => {
      await runStep(() => call(verifySignUpCode, { body }, { errorsTo: 'caller' }))
      await finish()
    },
    onRefused: (code) => {
      form.set('code', '')
      setHasAccount(code === 'email_taken')
      refetch() // updates the number of remaining attempts
    },
  })
  const { code } = form.values
  const sheet = useSubmitWhenComplete(code)
  const triesLeft = signUp.code?.attemptsLeft ?? 0

  async function handleResend() {
    form.setErrors({})
    setSignUp(await runStep(() => call(resendSignUpCode, {}, { errorsTo: 'toast' })))
  }
  return (
    <form ref={sheet} noValidate onSubmit={form.handleSubmit} className="flex flex-col gap-5">
      <CodeBoxes
        name="code"
        label={m.signup_code_label()}
        value={code}
        readOnly={form.isBusy}
        error={form.errors.code ?? form.errors.form}
        hint={m.signup_code_hint()}
        onChange={(next) => form.set('code', next)}
      />
      {hasAccount && <ExistingAccountNote email={signUp.email} />}
      {triesLeft > 0 && triesLeft < 5 && (
        <p className="-mt-3 text-sm text-muted">{m.signup_code_tries({ count: triesLeft })}</p>
      )}
      <Button type="submit" kind="primary" size="large" isBusy={form.isBusy} busyLabel={m.signup_busy()}>
        {m.signup_finish()}
      </Button>
      <ResendRow signUp={signUp} clockOffsetMs={clockOffsetMs} onResend={handleResend} />
    </form>
  )
}

/** Submits its form once the last digit is typed. */
function useSubmitWhenComplete(code: string) {
  const sheet = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (code.length === codeLength) sheet.current?.requestSubmit()
  }, [code])
  return sheet
}
