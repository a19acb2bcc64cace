import { m } from '../../../../../i18n/compiled/messages.js'
import { TextLink } from '../../../ui/text-link.tsx'
import { FormError } from '../../../ui/form.tsx'

/** Shown when the entered email already belongs to an account. */
export function ExistingAccountNote({ email }: { email: string }) {
  return (
    <FormError>
      {m.signup_code_known()} <TextLink to={`/account/login/${email}`}>{m.header_log_in()}</TextLink>
    </FormError>
  )
}
