import { m } from '../../../i18n/compiled/messages.js'
import { useTitle } from '../lib/use-title.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Liquid } from '../ui/liquid.tsx'

/** Says plainly that accounts cannot be opened yet, and what can be done instead. */
export function SignUpScreen() {
  useTitle(m.header_sign_up())
  return (
    <div className="mx-auto flex max-w-lg flex-col items-center px-4 py-16 text-center">
      <Liquid level={0.35} hasLabel={false} className="w-24" />
      <h1 className="mt-6 text-3xl">{m.signup_title()}</h1>
      <p className="mt-3 text-lg text-muted">{m.signup_text()}</p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <ButtonLink to="/explore" kind="primary">
          {m.not_found_explore()}
        </ButtonLink>
        <ButtonLink to="/account">{m.header_log_in()}</ButtonLink>
      </div>
    </div>
  )
}
