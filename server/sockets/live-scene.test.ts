/** Tests how the published scene reaches the pages that show it. */
import { expect, test } from 'vitest'
import type { Scene } from '../../contract/alerts/scene.ts'
import { standardScene } from '../../contract/alerts/standard-scene.ts'
import { buildCreator } from '../../db/builders.fixture.ts'
import { publishScene, saveSceneDraft } from '../../db/queries/alerts/scenes.ts'
import { startTestSockets } from './sockets.fixture.ts'

const standard = standardScene('top')
const upsideDown: Scene = { ...standard, layers: standard.layers.toReversed() }

test('a scene gets our layers, each scene that is published later, and what all widgets show; a draft sends none', async () => {
  await using test = await startTestSockets()
  const { uid } = await buildCreator(test.db)
  const page = test.page({ userUID: uid, wants: 'scene' }, await test.signIn(uid))

  await expect.poll(() => page.received('scene')).toEqual([{ version: 0, layers: standard.layers }])
  for (const state of ['goals', 'leaderboard', 'timers', 'totals', 'blank'] as const)
    await expect.poll(() => page.received(state)).toHaveLength(1)

  await saveSceneDraft(test.db, uid, upsideDown, 0)
  await publishScene(test.db, uid, 1)
  await saveSceneDraft(test.db, uid, standard, 1)
  await test.publish({ kind: 'overlay-scene', creatorUid: uid })

  await expect.poll(() => page.received('scene').at(-1)).toEqual({ version: 1, layers: upsideDown.layers })
  await test.publish({ kind: 'live', creatorUid: uid }, { kind: 'timers', creatorUid: uid })
  for (const state of ['goals', 'leaderboard', 'timers', 'totals'] as const)
    await expect.poll(() => page.received(state)).toHaveLength(2)
  expect(page.received('notifications')).toEqual([])
})

test('a scene without key or session is refused, and closed when the session ends', async () => {
  await using test = await startTestSockets()
  const { uid } = await buildCreator(test.db)
  const own = test.page({ userUID: uid, wants: 'scene' }, await test.signIn(uid))
  await expect.poll(() => own.socket.connected).toBe(true)

  const refusals: unknown[] = []
  const stranger = test.page({ userUID: uid, wants: 'scene' })
  stranger.socket.on('connect_error', (error) => refusals.push((error as { data?: unknown }).data))
  await expect.poll(() => refusals).toEqual([{ code: 'forbidden' }])

  await test.publish({ kind: 'sessions', uid })
  await expect.poll(() => own.socket.connected).toBe(false)
})
