import { ShieldAlert, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { undoSensitiveChange } from '../../../contract/security-calls.ts'
import { m } from '../../../i18n/compiled/messages.js'
import { CallError } from '../lib/call-error.ts'
import { call } from '../lib/call.ts'
import { endSession, whileEndingSession } from '../lib/session.ts'
import { useTitle } from '../lib/use-title.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { FormError } from '../ui/form.tsx'
import { ResultNote } from '../ui/result-note.tsx'

/** The page of the link "This wasn't me". Undoing takes a click, because mail scanners open links. */
export function NotMeScreen() {
  useTitle(m.not_me_title())
  const token = useLocation().hash.slice(1)
  const [isDone, setIsDone] = useState(false)
  if (isDone) {
    return (
      <ResultNote key="done" Icon={ShieldCheck} title={m.not_me_done_title()}>
        <p className="text-lg text-muted">{m.not_me_done_text()}</p>
        <ButtonLink to="/account">{m.header_log_in()}</ButtonLink>
      </ResultNote>
    )
  }
  return (
    <ResultNote key="ask" Icon={ShieldAlert} title={m.not_me_title()}>
      {token ? <Undo token={token} onDone={() => setIsDone(true)} /> : <p>{m.not_me_no_token()}</p>}
    </ResultNote>
  )
}

function Undo({ token, onDone }: { token: string; onDone: () => void }) {
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<string>()

  async function handleUndo() {
    setIsBusy(true)
    try {
      await whileEndingSession(async () => {
        await call(undoSensitiveChange, { body: { token } }, { errorsTo: 'caller' })
        await endSession()
      })
      onDone()
    } catch (failure) {
      setError(failure instanceof CallError ? failure.message : m.error_internal())
      setIsBusy(false)
    }
  }
  return (
    <>
      <p className="text-lg text-muted">{m.not_me_text()}</p>
      <ul className="grid list-disc gap-2 pl-5 text-left">
        <li>{m.not_me_undone()}</li>
        <li>{m.not_me_sessions()}</li>
        <li>{m.not_me_password()}</li>
      </ul>
      <FormError>{error}</FormError>
      <Button
        kind="danger"
        size="large"
        isBusy={isBusy}
        busyLabel={m.signup_busy()}
        onClick={() => void handleUndo()}
      >
        {m.not_me_submit()}
      </Button>
      <p className="text-sm text-muted">{m.not_me_otherwise()}</p>
    </>
  )
}
