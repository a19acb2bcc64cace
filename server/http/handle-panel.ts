/** Mounts the calls of the control panel, which a creator and the creator's moderators may make. */
import type { Router } from 'express'
import type { CallDefinition } from '../../contract/call.ts'
import { AppError } from '../../contract/errors.ts'
import type { Db } from '../../db/connection.ts'
import { findPanelAccess } from '../../db/queries/panel/moderators.ts'
import type { PanelAccess } from '../../db/queries/panel/moderators.ts'
import type { Viewer } from '../../domain/accounts/sessions.ts'
import { handle } from './handle.ts'
import type { HandlerInput, Reply } from './handle.ts'

type PanelCall = CallDefinition & { access: 'moderator' }

/**
 * Mounts a call as `handle` does, for those who may use the panel of the creator that the input names by `creatorUid`, by default the
 * viewer's own. Others get `forbidden`, whether or not there is such a creator.
 */
export function handlePanel<const C extends PanelCall>(
  router: Router,
  db: Db,
  call: C,
  run: (input: HandlerInput<C> & { access: PanelAccess }) => Promise<Reply<C>>,
): void {
  handle(router, call, async (input) => {
    const { query, body, viewer } = input as {
      query?: { creatorUid?: string }
      body?: { creatorUid?: string }
      viewer: Viewer
    }
    const creatorUid = (query?.creatorUid ?? body?.creatorUid ?? viewer.uid).toLowerCase()
    return run({ ...input, access: await requirePanelAccess(db, creatorUid, viewer.uid) })
  })
}

/** Returns an account's access to a creator's panel. Throws AppError `forbidden`. */
export async function requirePanelAccess(
  db: Db,
  creatorUid: string,
  viewerUid: string,
): Promise<PanelAccess> {
  const access = await findPanelAccess(db, creatorUid, viewerUid)
  if (!access) throw new AppError('forbidden')
  return access
}
