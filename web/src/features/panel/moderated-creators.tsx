import { useState } from 'react'
import { getModeratedCreators, leaveModeration } from '../../../../contract/panel/panel-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { call } from '../../lib/calls/call.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { useCall } from '../../lib/calls/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { List, Loadable } from '../../ui/loadable.tsx'
import { EmptyNote } from '../../ui/notes.tsx'
import { RowSkeletons } from '../../ui/skeleton.tsx'
import { TextLink } from '../../ui/text-link.tsx'

/** The creators that the viewer moderates for, with their panels. With `isOptional`, shows nothing while there are none. */
export function ModeratedCreators({ isOptional = false }: { isOptional?: boolean }) {
  const found = useCall(getModeratedCreators)
  if (isOptional && !found.data?.creators.length) return null
  return (
    <Card id="moderated-creators" title={m.moderating_title()}>
      <Loadable
        loaded={found}
        failedText={m.moderators_failed()}
        skeleton={<RowSkeletons label={m.panel_loading()} />}
      >
        {({ creators }) => (
          <List
            items={creators}
            aria-label={m.moderating_title()}
            empty={<EmptyNote text={m.panel_no_creators()} />}
          >
            {(creator) => <CreatorRow key={creator.creatorUid} {...creator} onLeft={found.refetch} />}
          </List>
        )}
      </Loadable>
    </Card>
  )
}

function CreatorRow({ creatorUid, name, onLeft }: { creatorUid: string; name: string; onLeft: () => void }) {
  const [isAsking, setIsAsking] = useState(false)
  const { isBusy, run } = useAction()
  const leave = () =>
    run(async () => {
      await call(leaveModeration, { body: { creatorUid } })
      onLeft()
    })
  return (
    <li className="flex flex-wrap items-center gap-3 py-2">
      <div className="min-w-0 grow">
        <TextLink to={`/control-panel?creator=${creatorUid}`}>{m.panel_title_of({ name })}</TextLink>
      </div>
      <Button size="small" aria-label={m.moderating_leave_label({ name })} onClick={() => setIsAsking(true)}>
        {m.moderating_leave()}
      </Button>
      <Dialog
        title={m.moderating_leave_title({ name })}
        description={m.moderating_leave_text()}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
      >
        <Button kind="danger" className="w-full" isBusy={isBusy} onClick={() => void leave()}>
          {m.moderating_leave()}
        </Button>
      </Dialog>
    </li>
  )
}
