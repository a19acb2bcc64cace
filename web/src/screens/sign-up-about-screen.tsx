import { m } from '../../../i18n/compiled/messages.js'
import { AboutForm } from '../features/sign-up/about-form.tsx'
import { SignUpStep } from './sign-up-step.tsx'

/** The name that people read, and some words. */
export function SignUpAboutScreen() {
  return (
    <SignUpStep step="about-yourself" title={m.signup_about_title()} hint={() => m.signup_about_text()}>
      {(props) => <AboutForm {...props} />}
    </SignUpStep>
  )
}
