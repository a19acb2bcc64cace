import { m } from '../../../i18n/compiled/messages.js'
import { CodeForm } from '../features/sign-in/sign-up/code-form.tsx'
import { useOpened } from '../features/sign-in/sign-up/use-finish-sign-up.ts'
import { SignUpStep } from './sign-up-step.tsx'

/** The code from the mail; then the visitor is signed in, and at home. */
export function SignUpCodeScreen() {
  const welcome = useOpened()
  return (
    <SignUpStep
      step="OTP-verification"
      title={m.signup_code_title()}
      hint={({ email, code }) => (code ? m.signup_code_text({ email }) : m.signup_code_unsent({ email }))}
    >
      {(_, access) =>
        access.signUp && <CodeForm {...access} signUp={access.signUp} onOpened={() => welcome(access)} />
      }
    </SignUpStep>
  )
}
