import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { acceptInvite } from '../../../../contract/panel/panel-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { call } from '../../lib/calls/call.ts'
import { useLinkToken } from '../../lib/accounts/link-token.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { useTitle } from '../../lib/pages/use-title.ts'
import { Button } from '../../ui/button.tsx'
import { ResultNote } from '../../ui/result-note.tsx'

/** The page of a link that makes a moderator. Accepting takes a click, because chat programs open links for previews. */
export function PanelInviteScreen() {
  useTitle(m.invite_title())
  const [token] = useState(useLinkToken())
  const { isBusy, run } = useAction()
  const navigate = useNavigate()
  const accept = () =>
    run(async () => {
      const { creatorUid } = await call(acceptInvite, { body: { token } })
      await navigate(`/control-panel?creator=${creatorUid}`)
    })
  return (
    <ResultNote Icon={ShieldCheck} title={m.invite_title()}>
      {token ? (
        <>
          <p className="text-lg text-muted">{m.invite_text()}</p>
          <Button kind="primary" size="large" isBusy={isBusy} onClick={() => void accept()}>
            {m.invite_accept()}
          </Button>
        </>
      ) : (
        <p>{m.invite_no_token()}</p>
      )}
    </ResultNote>
  )
}
