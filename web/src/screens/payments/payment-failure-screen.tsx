import { CircleAlert } from 'lucide-react'
import { m } from '../../../../i18n/compiled/messages.js'
import { ResultNote } from '../../ui/result-note.tsx'
import { loadCheckout } from '../../lib/payments/saved-checkout.ts'
import { useTitle } from '../../lib/pages/use-title.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { browseLink } from '../../lib/pages/browse-link.ts'

/** The page that a provider returns to when the supporter cancels. */
export function PaymentFailureScreen() {
  useTitle(m.payment_cancelled_title())
  const checkout = loadCheckout()
  return (
    <ResultNote Icon={CircleAlert} title={m.payment_cancelled_title()}>
      <p className="text-lg text-muted">{m.payment_cancelled_text()}</p>
      <ButtonLink to={checkout?.path ?? browseLink().to} kind="primary" size="large">
        {checkout ? m.payment_try_again() : browseLink().label}
      </ButtonLink>
    </ResultNote>
  )
}
