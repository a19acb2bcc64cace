import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { deleteAccount } from '../../../../contract/accounts/data-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { call } from '../../lib/calls/call.ts'
import { endSession, whileEndingSession } from '../../lib/accounts/session.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { formatDay } from '../../lib/format.ts'
import { Form } from '../../ui/form.tsx'

/** Deletes the account after a confirmation dialog. Logging in within a week restores it. */
export function DeleteCard() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Card id="delete" title={m.account_delete_title()} hint={m.account_delete_hint()}>
      <Button onClick={() => setIsOpen(true)}>{m.account_delete_open()}</Button>
      <Dialog
        title={m.account_delete_ask()}
        description={m.account_delete_text()}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
      >
        <DeleteForm onCancel={() => setIsOpen(false)} />
      </Dialog>
    </Card>
  )
}

function DeleteForm({ onCancel }: { onCancel: () => void }) {
  const navigate = useNavigate()
  const form = useForm({
    initial: {},
    schema: deleteAccount.body,
    onSubmit: async (body) => {
      await whileEndingSession(async () => {
        const { erasedAt } = await call(deleteAccount, { body }, { errorsTo: 'caller' })
        await endSession()
        toast.success(m.account_delete_done({ day: formatDay(erasedAt, 'long') }))
      })
      void navigate('/account') // the account page redirects to log-in, and logging in restores the account
    },
  })
  return (
    <Form
      {...{ form, onCancel }}
      submit={m.account_delete_submit()}
      kind="danger"
      busyLabel={m.account_delete_busy()}
    />
  )
}
