import { expect, test } from 'vitest'
import { standardScene } from '../../contract/alerts/standard-scene.ts'
import { lookOf, standardStyle } from '../../contract/alerts/alert-looks.ts'
import type { PubSubMessage } from '../../contract/events.ts'
import { buildCreator } from '../../db/builders.fixture.ts'
import { forFile } from '../../db/for-file.fixture.ts'
import { publishAlertStyle, saveAlertDraft } from '../../db/queries/alerts/alert-styles.ts'
import { startTestApp } from '../app.fixture.ts'

const app = await forFile(startTestApp())
const received: PubSubMessage[] = []
await app.ctx.pubsub.subscribe((message) => received.push(message))

async function signInCreator() {
  const { uid } = await buildCreator(app.db)
  const cookie = await app.signIn(uid)
  return { uid, cookie, read: async () => (await app.get('account/scene', cookie)).body }
}

const standard = standardScene('top')
const [first, ...rest] = standard.layers
const draft = { ...standard, layers: [...rest, { ...first!, isVisible: false, x: 1_234 }] }

test('a draft changes nothing on the stream until it is published, which every server learns', async () => {
  const { uid, cookie, read } = await signInCreator()
  const published = { kind: 'overlay-scene', creatorUid: uid }

  const saved = await app.post('account/save-scene-draft', { draft, draftVersion: 0 }, cookie)
  expect(saved.body).toEqual({ draft, draftVersion: 1, live: standard, liveVersion: 0 })
  expect(received).not.toContainEqual(published)

  await app.post('account/publish-scene', { draftVersion: 1 }, cookie)
  expect(await read()).toEqual({ draft, draftVersion: 1, live: draft, liveVersion: 1 })
  await expect.poll(() => received).toContainEqual(published)
})

test('a page that has not seen the last draft can neither overwrite nor publish it', async () => {
  const { cookie, read } = await signInCreator()
  await app.post('account/save-scene-draft', { draft, draftVersion: 0 }, cookie)

  const answers = [
    await app.post('account/save-scene-draft', { draft: standard, draftVersion: 0 }, cookie),
    await app.post('account/save-scene-draft', { draft: standard, draftVersion: 2 }, cookie),
    await app.post('account/publish-scene', { draftVersion: 2 }, cookie),
  ]

  expect(answers.map(({ status, body }) => [status, (body as { code: string }).code])).toEqual(
    Array(3).fill([409, 'scene_changed']),
  )
  expect(await read()).toMatchObject({ draft, draftVersion: 1, liveVersion: 0 })
})

test('without a scene, the alert is where the published style has it', async () => {
  const { uid, read } = await signInCreator()
  await saveAlertDraft(app.db, uid, { ...standardStyle(), look: lookOf('ticket') }, 0)
  await publishAlertStyle(app.db, uid, 1)

  const scene = standardScene('top-right')
  expect(await read()).toEqual({ draft: scene, draftVersion: 0, live: scene, liveVersion: 0 })
})
