import { m } from '../../../../../i18n/compiled/messages.js'
import { FormError } from '../../../ui/form-error.tsx'
import { TextLink } from '../../../ui/text-link.tsx'

/** Stands where it turned out at the end that the address has an account. */
export function ExistingAccountNote({ email }: { email: string }) {
  return (
    <FormError>
      {m.signup_code_known()} <TextLink to={`/account/login/${email}`}>{m.header_log_in()}</TextLink>
    </FormError>
  )
}
