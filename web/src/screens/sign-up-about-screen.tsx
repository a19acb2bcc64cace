import { m } from '../../../i18n/compiled/messages.js'
import { AboutForm } from '../features/sign-in/sign-up/about-form.tsx'
import { useOpened } from '../features/sign-in/sign-up/use-finish-sign-up.ts'
import { SignUpStep } from './sign-up-step.tsx'

/** The name that people read, and some words; for whom Google vouches, the last step. */
export function SignUpAboutScreen() {
  const welcome = useOpened()
  return (
    <SignUpStep step="about-yourself" title={m.signup_about_title()} hint={() => m.signup_about_text()}>
      {(props, access) => <AboutForm {...props} onOpened={() => welcome(access)} />}
    </SignUpStep>
  )
}
