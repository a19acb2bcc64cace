import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { logOutEverywhere } from '../../../../contract/security-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { call } from '../../lib/call.ts'
import { endSession, whileEndingSession } from '../../lib/session.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

/** Logs out every session of the account, including this one, after a confirmation dialog. */
export function LogOutEverywhere() {
  const navigate = useNavigate()
  const [isOpen, setIsOpen] = useState(false)
  const { isBusy, run } = useAction()

  async function handleConfirm() {
    await run(async () => {
      await whileEndingSession(async () => {
        await call(logOutEverywhere)
        await endSession()
      })
      void navigate('/')
    })
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
            isBusy={isBusy}
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
