import { useState } from 'react'
import * as z from 'zod/mini'
import { sendReceipt } from '../../../../contract/payments/receipt-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { call } from '../../lib/calls/call.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmailField } from '../../parts/accounts/account-fields.tsx'
import { Form } from '../../ui/form.tsx'

const body = z.pick(sendReceipt.body, { email: true })

/** Emails the receipt to an address that the supporter types. */
export function ReceiptMail({ token }: { token: string }) {
  const [sentTo, setSentTo] = useState<string>()
  const form = useForm({
    initial: { email: '' },
    isGuarded: false,
    schema: body,
    onSubmit: async ({ email }) => {
      await call(sendReceipt, { body: { token, email } }, { errorsTo: 'caller' })
      setSentTo(email)
      form.reset()
    },
  })
  return (
    <Card
      id="receipt-mail"
      title={m.receipt_mail_title()}
      hint={m.receipt_mail_hint()}
      className="print:hidden"
    >
      <Form
        form={form}
        note={
          sentTo && (
            <output className="block font-medium wrap-anywhere">
              {m.receipt_mail_sent({ email: sentTo })}
            </output>
          )
        }
        buttons={
          <Button type="submit" isBusy={form.isBusy} busyLabel={m.receipt_mail_busy()}>
            {m.receipt_mail_send()}
          </Button>
        }
      >
        <EmailField {...form.text('email')} label={m.receipt_mail_label()} autoComplete="email" />
      </Form>
    </Card>
  )
}
