import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import * as z from 'zod/mini'
import { secondFactor } from '../../../../contract/account-fields.ts'
import { deleteAccount } from '../../../../contract/data-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { call } from '../../lib/call.ts'
import { endSession, whileEndingSession } from '../../lib/session.ts'
import { useForm } from '../../lib/use-form.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { formatDay } from '../../lib/format.ts'
import { CodeField, PasswordField } from '../../ui/account-fields.tsx'
import { Form } from '../../ui/form.tsx'

const withoutCode = z.omit(deleteAccount.body, { code: true })
const withCode = z.extend(deleteAccount.body, { code: secondFactor })

/** Deletes the account after a confirmation dialog. Logging in within a week restores it. */
export function DeleteCard({ isGoogleAccount }: { isGoogleAccount: boolean }) {
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
        <DeleteForm isGoogleAccount={isGoogleAccount} onCancel={() => setIsOpen(false)} />
      </Dialog>
    </Card>
  )
}

interface DeleteFormProps {
  isGoogleAccount: boolean
  onCancel: () => void
}

function DeleteForm({ isGoogleAccount, onCancel }: DeleteFormProps) {
  const navigate = useNavigate()
  const [needsCode, setNeedsCode] = useState(false)
  const form = useForm({
    initial: { password: '', code: '' },
    schema: needsCode ? withCode : withoutCode,
    fieldOfCode: { wrong_password: 'password', wrong_code: 'code', code_required: 'code' },
    onSubmit: async (body) => {
      await whileEndingSession(async () => {
        const { erasedAt } = await call(deleteAccount, { body }, { errorsTo: 'caller' })
        await endSession()
        toast.success(m.account_delete_done({ day: formatDay(erasedAt, 'long') }))
      })
      void navigate('/account') // where logging in restores the account
    },
    onRefused: (code) => code === 'code_required' && setNeedsCode(true),
  })
  return (
    <Form
      {...{ form, onCancel }}
      submit={m.account_delete_submit()}
      kind="danger"
      busyLabel={m.account_delete_busy()}
    >
      <PasswordField {...form.text('password')} />
      {isGoogleAccount && (
        <p className="text-sm text-muted">
          {m.account_delete_google()}{' '}
          <TextLink to="/authentication/reset-password">{m.account_delete_google_link()}</TextLink>
        </p>
      )}
      {needsCode && <CodeField {...form.text('code')} />}
    </Form>
  )
}
