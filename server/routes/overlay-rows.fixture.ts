/** Requests for the settings of overlays that `server/roles.test.ts` sends as each role. */
import { randomUUID } from 'node:crypto'
import type { OverlayStatus } from '../../contract/alerts/overlay-calls.ts'
import { saveOverlayPresence } from '../../db/queries/alerts/overlay-presence.ts'
import { get, row } from '../roles/case.fixture.ts'
import type { Rows } from '../roles/case.fixture.ts'
import { equals } from '../roles/expectations.fixture.ts'

export const overlayRows: Rows = {
  'GET account/overlay-status': row({}, async (world, role) => {
    const [creatorUid, overlayId] = [world.creator.uid, randomUUID()]
    const report = { creatorUid, overlayId, isOpen: true, state: 'program', audio: 'unknown' } as const
    await saveOverlayPresence(world.db, randomUUID(), [report])
    return get('account/overlay-status', (body) =>
      equals((body as OverlayStatus).overlays.length, role === 'creator' ? 1 : 0),
    )
  }),
}
