import { useNavigate } from 'react-router-dom'
import { m } from '../../../i18n/compiled/messages.js'
import { CodeForm } from '../features/sign-up/code-form.tsx'
import type { SignUpAccess } from '../features/sign-up/use-sign-up.ts'
import { forgetWizard } from '../features/sign-up/wizard-state.ts'
import { homeOf, refreshSession } from '../lib/session.ts'
import { toast } from '../lib/toast.ts'
import { SignUpStep } from './sign-up-step.tsx'

/** The code from the mail; then the visitor is signed in, and at home. */
export function SignUpCodeScreen() {
  const navigate = useNavigate()

  async function handleOpened({ keep }: SignUpAccess): Promise<void> {
    const user = await refreshSession()
    forgetWizard()
    toast.success(m.signup_welcome({ name: user.displayName }))
    void navigate(homeOf(user), { replace: true })
    keep(null)
  }
  return (
    <SignUpStep
      step="OTP-verification"
      title={m.signup_code_title()}
      hint={({ email, code }) => (code ? m.signup_code_text({ email }) : m.signup_code_unsent({ email }))}
    >
      {(_, access) =>
        access.signUp && <CodeForm {...access} signUp={access.signUp} onOpened={() => handleOpened(access)} />
      }
    </SignUpStep>
  )
}
