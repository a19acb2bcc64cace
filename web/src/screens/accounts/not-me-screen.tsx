import { ShieldAlert, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import { secondFactor } from '../../../../contract/accounts/account-fields.ts'
import type { CallResponse } from '../../../../contract/call.ts'
import { undoSensitiveChange } from '../../../../contract/accounts/security-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { call } from '../../lib/calls/call.ts'
import { useLinkToken } from '../../lib/accounts/link-token.ts'
import { endSession, whileEndingSession } from '../../lib/accounts/session.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { useTitle } from '../../lib/pages/use-title.ts'
import { CodeField } from '../../parts/accounts/account-fields.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Form, FormError } from '../../ui/form.tsx'
import { ResultNote } from '../../ui/result-note.tsx'

type Undone = CallResponse<typeof undoSensitiveChange>

const replacedTexts = { 'overlay-key': m.not_me_done_overlay, 'webhook-secret': m.not_me_done_webhooks }

/** The page of the link "This wasn't me". Undoing takes a click, because mail scanners open links. */
export function NotMeScreen() {
  useTitle(m.not_me_title())
  const token = useLinkToken()
  const [done, setDone] = useState<Undone>()
  if (done) {
    return (
      <ResultNote key="done" Icon={ShieldCheck} title={m.not_me_done_title()}>
        <p className="text-lg text-muted">{m.not_me_done_text()}</p>
        {done.replaced.map((key) => (
          <p key={key}>{replacedTexts[key]()}</p>
        ))}
        <ButtonLink to="/account">{m.header_log_in()}</ButtonLink>
      </ResultNote>
    )
  }
  return (
    <ResultNote key="ask" Icon={ShieldAlert} title={m.not_me_title()}>
      {token ? <Undo key={token} token={token} onDone={setDone} /> : <p>{m.not_me_no_token()}</p>}
    </ResultNote>
  )
}

const withoutCode = z.omit(undoSensitiveChange.body, { code: true })
const withCode = z.extend(withoutCode, { code: secondFactor })

function Undo({ token, onDone }: { token: string; onDone: (done: Undone) => void }) {
  const [needsCode, setNeedsCode] = useState(false)
  const form = useForm({
    initial: { token, code: '' },
    schema: needsCode ? withCode : withoutCode,
    fieldOfCode: { code_required: 'code', wrong_code: 'code' },
    onSubmit: async (body) => {
      await whileEndingSession(async () => {
        const done = await call(undoSensitiveChange, { body }, { errorsTo: 'caller' })
        await endSession()
        onDone(done)
      })
    },
    onRefused: (code) => code === 'code_required' && setNeedsCode(true),
  })
  return (
    <>
      <p className="text-lg text-muted">{m.not_me_text()}</p>
      <ul className="grid list-disc gap-2 pl-5 text-left">
        <li>{m.not_me_undone()}</li>
        <li>{m.not_me_moderators()}</li>
        <li>{m.not_me_keys()}</li>
        <li>{m.not_me_sessions()}</li>
        <li>{m.not_me_password()}</li>
      </ul>
      <Form form={form} kind="danger" submit={m.not_me_submit()}>
        <FormError>{form.errors.token}</FormError>
        {needsCode && <CodeField {...form.text('code')} />}
      </Form>
      <p className="text-sm text-muted">{m.not_me_otherwise()}</p>
    </>
  )
}
