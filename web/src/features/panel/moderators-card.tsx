import { useRef, useState } from 'react'
import {
  getModerators,
  inviteModerator,
  removeModerator,
  showAmounts,
  withdrawInvite,
} from '../../../../contract/panel/panel-calls.ts'
import type { Moderator, Moderators } from '../../../../contract/panel/panel-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { call } from '../../lib/calls/call.ts'
import { formatDateTime, formatDay } from '../../lib/format.ts'
import { toast } from '../../lib/toast.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { useCall } from '../../lib/calls/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { List, Loadable } from '../../ui/loadable.tsx'
import { EmptyNote } from '../../ui/notes.tsx'
import { RowSkeletons } from '../../ui/skeleton.tsx'
import { SwitchRow } from '../../ui/switch-row.tsx'

/** How soon somebody who has used a link is listed. */
const refetchMs = 5_000

/** Who moderates for the creator: makes links, removes people, and sets whether they see amounts. */
export function ModeratorsCard() {
  const found = useCall(getModerators, {}, { refetchInterval: refetchMs })
  const { isBusy, run } = useAction()
  const [link, setLink] = useState<string>()
  const card = useRef<HTMLDivElement>(null)
  const put = (now: Moderators) => found.setData(() => now)
  /** The row with the button that had the focus goes, and after it the dialog, which takes the focus until then. */
  function putShorter(now: Moderators) {
    put(now)
    setTimeout(() => card.current?.focus())
  }

  const invite = () =>
    run(async () => {
      const { token, ...now } = await call(inviteModerator)
      put(now)
      setLink(`${location.origin}/control-panel/invite#${token}`)
    })
  return (
    <Card id="panel-moderators" title={m.moderators_title()} hint={m.moderators_hint()}>
      <Loadable
        loaded={found}
        failedText={m.moderators_failed()}
        skeleton={<RowSkeletons label={m.panel_loading()} />}
      >
        {({ moderators, invites, seeAmounts }) => (
          <div ref={card} tabIndex={-1}>
            <List
              items={moderators}
              aria-label={m.moderators_title()}
              empty={<EmptyNote text={m.moderators_empty()} />}
            >
              {(one) => <ModeratorRow key={one.moderatorUid} moderator={one} onRemoved={putShorter} />}
            </List>
            {link && <NewLink link={link} onDone={() => setLink(undefined)} />}
            {invites.map(({ id, expiresAt }) => (
              <OpenLink key={id} id={id} expiresAt={expiresAt} onWithdrawn={putShorter} />
            ))}
            <SwitchRow
              label={m.moderators_amounts()}
              checked={seeAmounts}
              disabled={isBusy}
              onChange={(on) =>
                void run(async () => put(await call(showAmounts, { body: { seeAmounts: on } })))
              }
            />
            <Button kind="dark" className="mt-3" isBusy={isBusy} onClick={() => void invite()}>
              {m.moderators_invite()}
            </Button>
          </div>
        )}
      </Loadable>
    </Card>
  )
}

function NewLink({ link, onDone }: { link: string; onDone: () => void }) {
  return (
    <section aria-label={m.moderators_link()} className="my-3 rounded-card border border-line bg-sunken p-4">
      <p className="font-semibold">{m.moderators_link()}</p>
      <p className="mt-1 text-sm text-muted">{m.moderators_link_hint()}</p>
      <p className="my-3 rounded-card bg-card p-3 font-mono text-sm break-all select-all">{link}</p>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={link} kind="dark" />
        <Button onClick={onDone}>{m.secret_done()}</Button>
      </div>
    </section>
  )
}

interface OpenLinkProps {
  id: string
  expiresAt: string
  onWithdrawn: (now: Moderators) => void
}

function OpenLink({ id, expiresAt, onWithdrawn }: OpenLinkProps) {
  const { isBusy, run } = useAction()
  return (
    <div className="flex flex-wrap items-center gap-2 py-1 text-sm">
      <p className="min-w-0 grow text-muted">{m.moderators_open_link({ time: formatDateTime(expiresAt) })}</p>
      <Button
        size="small"
        isBusy={isBusy}
        onClick={() => void run(async () => onWithdrawn(await call(withdrawInvite, { body: { id } })))}
      >
        {m.moderators_withdraw()}
      </Button>
    </div>
  )
}

interface ModeratorRowProps {
  moderator: Moderator
  onRemoved: (now: Moderators) => void
}

function ModeratorRow({ moderator: { moderatorUid, name, userName, since }, onRemoved }: ModeratorRowProps) {
  const [isAsking, setIsAsking] = useState(false)
  const { isBusy, run } = useAction()
  const remove = () =>
    run(async () => {
      onRemoved(await call(removeModerator, { body: { moderatorUid } }))
      toast.success(m.moderators_removed({ name }))
    })
  return (
    <li className="flex items-center gap-3 py-3">
      <div className="min-w-0 grow">
        <p className="font-semibold break-words">
          <bdi>{name}</bdi> <span className="font-normal text-muted">@{userName}</span>
        </p>
        <p className="text-sm text-muted">{m.moderators_since({ day: formatDay(since) })}</p>
      </div>
      <Button size="small" aria-label={m.moderators_remove_label({ name })} onClick={() => setIsAsking(true)}>
        {m.moderators_remove()}
      </Button>
      <Dialog
        title={m.moderators_remove_title({ name })}
        description={m.moderators_remove_text()}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
      >
        <Button kind="danger" className="w-full" isBusy={isBusy} onClick={() => void remove()}>
          {m.moderators_remove()}
        </Button>
      </Dialog>
    </li>
  )
}
