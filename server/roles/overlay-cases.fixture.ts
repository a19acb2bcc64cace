/** Requests for the settings of overlays that `role-table.test.ts` sends as each role. */
import { randomUUID } from 'node:crypto'
import type { OverlayStatus } from '../../contract/overlay-calls.ts'
import { saveOverlayPresence } from '../../db/queries/overlay-presence.ts'
import { getOverlaySettings } from '../../db/queries/overlay-settings.ts'
import { replaceOverlayKey, saveOverlaySettings, showOverlayKey } from '../../domain/alerts/overlay-key.ts'
import type { RouteCase } from '../role-table.ts'
import { get, post } from './case.fixture.ts'
import type { Cases } from './case.fixture.ts'
import { equals } from './expectations.fixture.ts'

const settings = { isKeyRequired: true, missedAlerts: 'digest' } as const
const defaults = { isKeyRequired: false, missedAlerts: 'last-five' }

export const overlayCases = {
  'GET /api/v1/account/overlay-settings': async (world, role) => {
    await saveOverlaySettings(world.ctx, world.creator.uid, settings)
    return get('account/overlay-settings', (body) => equals(body, role === 'creator' ? settings : defaults))
  },
  'GET /api/v1/account/overlay-status': async (world, role) => {
    const [creatorUid, overlayId] = [world.creator.uid, randomUUID()]
    const report = { creatorUid, overlayId, isOpen: true, state: 'program', audio: 'unknown' } as const
    await saveOverlayPresence(world.db, randomUUID(), [report])
    return get('account/overlay-status', (body) =>
      equals((body as OverlayStatus).overlays.length, role === 'creator' ? 1 : 0),
    )
  },
  'POST /api/v1/account/save-overlay-settings': (world, role) => ({
    ...post('account/save-overlay-settings', settings),
    effect: async () => equals(await getOverlaySettings(world.db, world.uidOf(role)), settings),
  }),
  'POST /api/v1/account/show-overlay-key': async (world, role) => {
    const key = await replaceOverlayKey(world.ctx, world.creator.uid)
    return {
      ...post('account/show-overlay-key', {}),
      async effect({ body }) {
        equals(body, { key: await showOverlayKey(world.ctx, world.uidOf(role)) })
        equals((body as { key: string }).key === key, role === 'creator')
      },
    }
  },
  'POST /api/v1/account/replace-overlay-key': async (world, role) => {
    const key = await showOverlayKey(world.ctx, world.creator.uid)
    return {
      ...post('account/replace-overlay-key', {}),
      async effect({ body }) {
        equals(body, { key: await showOverlayKey(world.ctx, world.uidOf(role)) })
        equals((await showOverlayKey(world.ctx, world.creator.uid)) === key, role !== 'creator')
      },
    }
  },
} as const satisfies Partial<Cases<RouteCase>>
