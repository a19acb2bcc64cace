/** Requests for sounds that `role-table.test.ts` sends as each role. */
import { getAlertSound, listSounds } from '../../db/queries/sounds.ts'
import { makeWav } from '../../domain/sounds/sound.fixture.ts'
import { addSound } from '../../domain/sounds/sounds.ts'
import type { RouteCase } from '../role-table.ts'
import { get, post } from './case.fixture.ts'
import type { Cases } from './case.fixture.ts'
import { equals, like } from './expectations.fixture.ts'
import type { World } from './world.fixture.ts'

const wav = makeWav(0.1)
const chosen = { sound: { source: 'builtin', name: 'coin' }, volume: 30 } as const

export const soundCases = {
  'GET /api/v1/account/sound-settings': async (world, role) => {
    await plant(world)
    return get('account/sound-settings', (body) =>
      equals((body as { uploaded: object[] }).uploaded.length, role === 'creator' ? 1 : 0),
    )
  },
  'POST /api/v1/account/save-alert-sound': (world, role) => ({
    ...post('account/save-alert-sound', chosen),
    effect: async () => equals(await getAlertSound(world.db, world.uidOf(role)), chosen),
  }),
  'POST /api/v1/account/save-alert-sound | with the creator’s': async (world) => {
    const sound = { source: 'uploaded', soundId: await plant(world) } as const
    return {
      ...post('account/save-alert-sound', { sound, volume: 100 }),
      effect: async () => like(await getAlertSound(world.db, world.creator.uid), { sound }),
    }
  },
  'POST /api/v1/account/upload-sound': (world, role) => ({
    ...post('account/upload-sound?name=Ding', formOf(wav)),
    effect: async () =>
      like((await listSounds(world.db, world.uidOf(role)))[0], { name: 'Ding', durationMs: 100 }),
  }),
  'POST /api/v1/account/upload-sound | that is none': () =>
    post('account/upload-sound?name=Ding', formOf(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))),
  'POST /api/v1/account/delete-sound': async (world) => ({
    ...post('account/delete-sound', { soundId: await plant(world) }),
    effect: async () => equals(await listSounds(world.db, world.creator.uid), []),
  }),
  'GET /sounds/:name': async (world) => ({
    method: 'GET',
    path: `/sounds/${await plant(world)}`,
    effect: ({ headers }) => equals(headers.get('content-type'), 'audio/wav'),
  }),
} as const satisfies Partial<Cases<RouteCase>>

async function plant({ ctx, creator }: World): Promise<string> {
  return (await addSound(ctx, creator.uid, 'Mine', wav)).soundId
}

function formOf(bytes: Buffer): FormData {
  const form = new FormData()
  form.set('sound', new Blob([new Uint8Array(bytes)]), 'sound.mp3')
  return form
}
