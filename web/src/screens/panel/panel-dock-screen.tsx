import { useSearchParams } from 'react-router-dom'
import { m } from '../../../../i18n/compiled/messages.js'
import { ControlPanel } from '../../features/panel/control-panel.tsx'
import { ModeratedCreators } from '../../features/panel/moderated-creators.tsx'
import { usePanel } from '../../features/panel/use-panel.ts'
import { isCreator, useSession } from '../../lib/accounts/session.ts'
import { useTitle } from '../../lib/pages/use-title.ts'

/**
 * The control panel alone, for a dock of OBS and for moderators. Without `creator` in the address it is the viewer's own panel, or a choice
 * of the creators that the viewer moderates for.
 */
export function PanelDockScreen() {
  useTitle(m.panel_title())
  const [params] = useSearchParams()
  const { user } = useSession()
  if (!user) return null
  const creatorUid = params.get('creator') ?? (isCreator(user) ? user.uid : null)
  return (
    <main id="content" className="mx-auto min-h-dvh max-w-2xl p-3">
      {creatorUid ? <Dock creatorUid={creatorUid} isOwn={creatorUid === user.uid} /> : <OthersPanels />}
    </main>
  )
}

function Dock({ creatorUid, isOwn }: { creatorUid: string; isOwn: boolean }) {
  const panel = usePanel(creatorUid)
  const name = panel.loaded.data?.panel.creatorName
  return (
    <>
      <h1 className={isOwn ? 'sr-only' : 'mb-2 text-lg'}>
        {isOwn || !name ? m.panel_title() : m.panel_title_of({ name })}
      </h1>
      <ControlPanel panel={panel} isBare />
    </>
  )
}

function OthersPanels() {
  return (
    <>
      <h1 className="mb-4 text-2xl">{m.panel_title()}</h1>
      <ModeratedCreators />
    </>
  )
}
