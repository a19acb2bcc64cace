import { m } from '../../../i18n/compiled/messages.js'
import { UrlForm } from '../features/sign-in/sign-up/url-form.tsx'
import { SignUpStep } from './sign-up-step.tsx'

/** The public name. */
export function SignUpUrlScreen() {
  return (
    <SignUpStep step="select-url" title={m.signup_url_title()} hint={() => m.signup_url_text()}>
      {(props) => <UrlForm {...props} />}
    </SignUpStep>
  )
}
