import type { SignUp } from '../../../../../contract/sign-up-calls.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { toast } from '../../../lib/toast.ts'
import { useAction } from '../../../lib/use-action.ts'
import { useCountdown } from '../../../lib/use-countdown.ts'
import { Button } from '../../../ui/button.tsx'

interface ResendRowProps {
  signUp: SignUp
  clockOffsetMs: number
  onResend: () => Promise<void>
}

/** How long the code is valid, and a button to resend it. */
export function ResendRow({ signUp, clockOffsetMs, onResend }: ResendRowProps) {
  const { isBusy, run } = useAction()
  const secondsToResend = useCountdown(signUp.code?.resendAt, clockOffsetMs)
  const secondsToExpiry = useCountdown(signUp.code?.expiresAt, clockOffsetMs)

  async function handleClick() {
    if (await run(onResend)) toast.success(m.signup_code_sent({ email: signUp.email }))
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
