/** Decides what a socket of `/live` may see: what everybody may, and more by its session or by the creator's key. */
import { AppError } from '../../contract/errors.ts'
import { liveHello } from '../../contract/sockets.ts'
import { findCreatorUid } from '../../db/queries/accounts/accounts.ts'
import { findPanelAccess } from '../../db/queries/panel/moderators.ts'
import type { PanelAccess } from '../../db/queries/panel/moderators.ts'
import type { OverlayCreator } from '../../db/queries/panel/overlay-creators.ts'
import type { Db } from '../../db/connection.ts'
import { isOverlayKey } from '../../domain/alerts/overlay-key.ts'
import type { SocketContext } from './context.ts'
import { batchOverlayCreators } from './overlay-creators.ts'
import { parseHello } from './receive.ts'
import type { LiveSocketData } from './state-broadcast.ts'

/** What a socket sent when it connected. */
interface Handshake {
  auth: unknown
  headers: { cookie?: string | undefined }
}

/**
 * Returns a function that reads what a socket may see now. Of a creator who does not exist, or whose account is to be deleted, there is
 * nothing to see. It throws AppError `invalid_input` for a hello that does not match its schema, and `forbidden` or `not_found` for a
 * panel that the viewer may not use, and for totals and scenes without the creator's session or key.
 */
export function openLiveAccess({
  db,
  viewerOf,
}: Pick<SocketContext, 'db' | 'viewerOf'>): (handshake: Handshake) => Promise<LiveSocketData> {
  const findCreator = batchOverlayCreators(db)

  return async ({ auth, headers }) => {
    const { userName, userUID, wants, key, panel: panelUid } = parseHello(liveHello, auth)
    const viewer = await viewerOf(headers.cookie)
    const panel = panelUid && (await requirePanel(db, panelUid.toLowerCase(), viewer?.uid))
    const isNamed = userName !== undefined // a name finds only who is shown to everybody
    const wanted = isNamed ? await findCreatorUid(db, userName) : userUID?.toLowerCase()
    const isOwn = key === undefined && viewer !== undefined && viewer.uid === wanted
    const needsKey = (wants === 'totals' || wants === 'scene') && !isOwn
    const creator = wanted !== undefined && (needsKey || !isNamed) ? await findCreator(wanted) : undefined
    if (needsKey) requireKey(creator, key)
    const creatorUid = isNamed || creator ? wanted : undefined
    return { creatorUid, viewerUid: viewer?.uid, wants, panel: panel || undefined }
  }
}

/** Throws AppError `not_found` without a creator, and `forbidden` without the creator's key. */
function requireKey(creator: OverlayCreator | undefined, key: string | undefined): void {
  if (!creator) throw new AppError('not_found')
  const { keyHash } = creator
  if (key === undefined || keyHash === null || !isOverlayKey(key, keyHash)) throw new AppError('forbidden')
}

/** Returns the viewer's access to a creator's control panel. Throws AppError `forbidden`. */
async function requirePanel(db: Db, creatorUid: string, viewerUid: string | undefined): Promise<PanelAccess> {
  const access = viewerUid ? await findPanelAccess(db, creatorUid, viewerUid) : undefined
  if (!access) throw new AppError('forbidden')
  return access
}
