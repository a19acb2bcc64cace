import { ExternalLink } from 'lucide-react'
import { Link } from 'react-router-dom'
import { m } from '../../../../i18n/compiled/messages.js'
import { ActionsCard } from '../../features/panel/actions-card.tsx'
import { ControlPanel } from '../../features/panel/control-panel.tsx'
import { ModeratedCreators } from '../../features/panel/moderated-creators.tsx'
import { ModeratorsCard } from '../../features/panel/moderators-card.tsx'
import { ReviewCard } from '../../features/panel/review-card.tsx'
import { usePanel } from '../../features/panel/use-panel.ts'
import { isCreator, useSession } from '../../lib/accounts/session.ts'
import { useTitle } from '../../lib/pages/use-title.ts'
import { Card } from '../../ui/card.tsx'

/**
 * The creator's own control panel, with the rules of the review, the list of actions and the moderators; and the panels of the creators
 * that the viewer moderates for.
 */
export function ControlPanelScreen() {
  useTitle(m.panel_title())
  const { user } = useSession()
  if (!user) return null
  return isCreator(user) ? <OwnPanel uid={user.uid} /> : <OthersPanels />
}

function OthersPanels() {
  return (
    <>
      <h1 className="mb-6 text-2xl sm:text-3xl">{m.panel_title()}</h1>
      <ModeratedCreators />
    </>
  )
}

function OwnPanel({ uid }: { uid: string }) {
  const panel = usePanel(uid)
  const state = panel.loaded.data?.panel
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl sm:text-3xl">{m.panel_title()}</h1>
        <Link
          to="/control-panel"
          target="_blank"
          className="inline-flex min-h-11 items-center gap-2 font-semibold text-violet hover:underline"
        >
          {m.panel_dock()}
          <ExternalLink aria-hidden className="size-4" />
        </Link>
      </div>
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <Card>
          <ControlPanel panel={panel} />
        </Card>
        <div className="grid gap-6">
          {state?.review && <ReviewCard panel={panel} rules={state.review} />}
          {state && (
            <>
              <ModeratorsCard />
              <ModeratedCreators isOptional />
              <ActionsCard panel={panel} state={state} />
            </>
          )}
        </div>
      </div>
    </>
  )
}
