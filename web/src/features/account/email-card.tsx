import { useState } from 'react'
import { changeEmail } from '../../../../contract/accounts/security-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { Card } from '../../ui/card.tsx'
import { useCallForm } from '../../lib/forms/use-form.ts'
import { EmailField } from '../../parts/accounts/account-fields.tsx'
import { Form } from '../../ui/form.tsx'

/**
 * Shows the account's email address and a form to change it. The new address takes effect when the link mailed to it is
 * opened.
 */
export function EmailCard({ email }: { email: string }) {
  const [requestedEmail, setRequestedEmail] = useState<string>()
  const form = useCallForm({
    definition: changeEmail,
    initial: { email: '' },
    onDone: (_, body) => {
      setRequestedEmail(body.email)
      form.reset()
    },
  })
  return (
    <Card id="email" title={m.login_email()} hint={m.account_email_hint()}>
      <p className="mb-4 font-semibold break-words">{email}</p>
      {requestedEmail && (
        <output className="mb-4 block rounded-card bg-mint/12 px-4 py-3 text-sm font-medium break-words">
          {m.account_email_asked({ email: requestedEmail })}
        </output>
      )}
      <Form form={form} submit={m.account_email_submit()} kind="dark" size="medium">
        <EmailField {...form.text('email')} label={m.account_email_new()} autoComplete="email" />
      </Form>
    </Card>
  )
}
