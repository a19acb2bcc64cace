import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { logOutEverywhere } from '../../../../contract/security-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { call } from '../../lib/call.ts'
import { endSession, whileEndingSession } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

/** Logs out every session of the account, including this one, after a confirmation dialog. */
export function LogOutEverywhere() {
  const navigate = useNavigate()
  const [isOpen, setIsOpen] = useState(false)
  const [isBusy, setIsBusy] = useState(false)

  async function handleConfirm() {
    setIsBusy(true)
    try {
      await whileEndingSession(async () => {
        await call(logOutEverywhere)
        await endSession()
      })
      void navigate('/')
    } catch {
      setIsBusy(false) // already shown as a toast
    }
  }
  return (
    <div className="mt-4 border-t border-line pt-4">
      <Button onClick={() => setIsOpen(true)}>{m.sessions_everywhere()}</Button>
      <Dialog
        title={m.sessions_everywhere_title()}
        description={m.sessions_everywhere_text()}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
      >
        <div className="grid gap-2">
          <Button
            kind="danger"
            size="large"
            state={isBusy ? 'busy' : 'idle'}
            busyLabel={m.signup_busy()}
            onClick={() => void handleConfirm()}
          >
            {m.sessions_everywhere()}
          </Button>
          <Button kind="quiet" onClick={() => setIsOpen(false)}>
            {m.action_cancel()}
          </Button>
        </div>
      </Dialog>
    </div>
  )
}
