/** Routes of the control panel. Every change is published to overlays, widgets and other open panels. */
import { Router } from 'express'
import * as calls from '../../contract/panel/panel-calls.ts'
import { listModeratedCreators } from '../../db/queries/panel/moderators.ts'
import { listOverlays } from '../../db/queries/alerts/overlay-presence.ts'
import * as moderators from '../../domain/panel/moderators.ts'
import { readPanelActions, writePanelActionsCsv } from '../../domain/panel/read-actions.ts'
import { forAccess, readPanelShows, readPanelState, readPanelTips } from '../../domain/panel/read-panel.ts'
import { announce, announcePanelAccess } from '../announce.ts'
import type { AppContext } from '../context.ts'
import { ownSession } from '../http/confirmed.ts'
import { handle, handleDownload } from '../http/handle.ts'
import { handlePanel } from '../http/handle-panel.ts'
import { makePanelChange } from '../make-panel-change.ts'

/** Mounts the routes. */
export function panelRoutes(ctx: AppContext): Router {
  const router = Router()
  const { db } = ctx

  handlePanel(router, db, calls.getPanel, async ({ access }) => {
    const [panel, tips, shows] = await Promise.all([
      readPanelState(db, access),
      readPanelTips(db, access.creatorUid),
      readPanelShows(db, access.creatorUid),
    ])
    return { panel, tips: forAccess(tips, access), shows }
  })

  handlePanel(router, db, calls.getPanelAlertBox, async ({ access }) => ({
    isOpen: (await listOverlays(db, access.creatorUid)).some(({ isOpen }) => isOpen),
  }))

  handlePanel(router, db, calls.changePanel, async ({ access, body, viewer }) => {
    const { creatorUid, isOwner } = access
    const { actionId, change } = body
    await makePanelChange(ctx, { creatorUid, actionId, actorUid: viewer.uid, isOwner, change })
    return { panel: await readPanelState(db, access) }
  })

  handlePanel(router, db, calls.getPanelActions, ({ access, query: { page } }) =>
    readPanelActions(db, access, Number(page ?? 0)),
  )

  handleDownload(router, calls.downloadPanelActions, async ({ query, viewer }) =>
    writePanelActionsCsv(db, viewer.uid, query.form),
  )

  moderatorRoutes(router, ctx)
  return router
}

function moderatorRoutes(router: Router, ctx: AppContext): void {
  const { db } = ctx

  handle(router, calls.getModerators, ({ viewer }) => moderators.readModerators(db, viewer.uid))

  handle(router, calls.inviteModerator, async (request) => {
    const token = await moderators.inviteModerator(ctx, ownSession(request))
    return { ...(await moderators.readModerators(db, request.viewer.uid)), token }
  })

  handle(router, calls.withdrawInvite, async ({ body, viewer: { uid } }) => {
    await moderators.withdrawInvite(db, uid, body.id)
    return moderators.readModerators(db, uid)
  })

  handle(router, calls.removeModerator, async ({ body, viewer: { uid } }) => {
    await moderators.removeModerator(db, uid, body.moderatorUid, uid)
    announcePanelAccess(ctx, uid)
    return moderators.readModerators(db, uid)
  })

  handle(router, calls.showAmounts, async ({ body, viewer: { uid } }) => {
    await moderators.showAmounts(db, uid, body.seeAmounts)
    announcePanelAccess(ctx, uid)
    return moderators.readModerators(db, uid)
  })

  handle(router, calls.acceptInvite, async ({ body, viewer: { uid } }) => {
    const accepted = await moderators.acceptInvite(ctx, uid, body.token)
    announce(ctx, { kind: 'panel', creatorUid: accepted.creatorUid })
    return accepted
  })

  handle(router, calls.getModeratedCreators, async ({ viewer }) => ({
    creators: await listModeratedCreators(db, viewer.uid),
  }))

  handle(router, calls.leaveModeration, async ({ body, viewer: { uid } }) => {
    await moderators.removeModerator(db, body.creatorUid, uid, uid)
    announcePanelAccess(ctx, body.creatorUid)
  })
}
