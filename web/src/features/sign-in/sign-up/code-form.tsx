import { useEffect, useRef, useState } from 'react'
import { resendSignUpCode, verifySignUpCode } from '../../../../../contract/accounts/sign-up-calls.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { call } from '../../../lib/calls/call.ts'
import { CallError } from '../../../lib/calls/call-error.ts'
import { retryWithProof } from '../../../lib/calls/retry-with-proof.ts'
import { browserTimeZone } from '../../../lib/accounts/time-zone.ts'
import { useForm } from '../../../lib/forms/use-form.ts'
import { CodeBoxes, isWholeCode } from '../code-boxes.tsx'
import { ExistingAccountNote } from './existing-account-note.tsx'
import type { StepProps } from './use-sign-up.ts'
import { useFinishSignUp } from './use-sign-up.ts'
import { Button } from '../../../ui/button.tsx'
import type { SignUp } from '../../../../../contract/accounts/sign-up-calls.ts'
import { toast } from '../../../lib/toast.ts'
import { useAction } from '../../../lib/calls/use-action.ts'

/** The step for the emailed code. Typing the sixth digit submits it. */
export function CodeForm({ signUp, runStep, clockOffsetMs, setSignUp, refetch }: StepProps) {
  const finish = useFinishSignUp(setSignUp)
  const [hasAccount, setHasAccount] = useState(false)
  const form = useForm({
    initial: { code: '' },
    schema: verifySignUpCode.body,
    onSubmit: async (body) => {
      await runStep(() =>
        retryWithProof((proof) =>
          call(
            verifySignUpCode,
            { body: { ...body, timeZone: browserTimeZone(), proof } },
            { errorsTo: 'caller' },
          ),
        ),
      )
      await finish()
    },
    onRefused: (code) => {
      form.set('code', '')
      setHasAccount(code === 'email_taken')
      refetch() // reloads the sign-up, which contains the number of remaining attempts
    },
  })
  const { code } = form.values
  const sheet = useSubmitWhenComplete(code)
  const triesLeft = signUp.code?.attemptsLeft ?? 0

  async function handleResend() {
    form.setErrors({})
    setSignUp(
      await runStep(() =>
        retryWithProof((proof) => call(resendSignUpCode, { body: { proof } }, { errorsTo: 'caller' })),
      ),
    )
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
    if (isWholeCode(code)) sheet.current?.requestSubmit()
  }, [code])
  return sheet
}

interface ResendRowProps {
  signUp: SignUp
  clockOffsetMs: number
  onResend: () => Promise<void>
}

/** How long the code is valid, and a button to resend it. */
function ResendRow({ signUp, clockOffsetMs, onResend }: ResendRowProps) {
  const { isBusy, run } = useAction()
  const secondsToResend = useCountdown(signUp.code?.resendAt, clockOffsetMs)
  const secondsToExpiry = useCountdown(signUp.code?.expiresAt, clockOffsetMs)

  async function handleClick() {
    const explain = (error: unknown) => (error instanceof CallError ? error.message : m.error_internal())
    if (await run(onResend, explain)) toast.success(m.signup_code_sent({ email: signUp.email }))
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-sm text-muted">
      <p>
        {secondsToExpiry > 0 ? m.signup_code_life({ time: toClock(secondsToExpiry) }) : m.signup_code_dead()}
      </p>
      <Button
        size="small"
        disabled={secondsToResend > 0}
        isBusy={isBusy}
        onClick={() => void handleClick()}
        className="tabular-nums"
      >
        {secondsToResend > 0 ? m.signup_code_wait({ count: secondsToResend }) : m.signup_code_resend()}
      </Button>
    </div>
  )
}

function toClock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** Counts down the whole seconds until a time on the server's clock; 0 once it has passed. */
function useCountdown(moment: string | undefined, clockOffsetMs: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return moment ? Math.max(0, Math.ceil((Date.parse(moment) - clockOffsetMs - now) / 1000)) : 0
}
