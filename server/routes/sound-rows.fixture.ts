/** Requests for sounds that `server/roles.test.ts` sends as each role. */
import { getAlertSound, listSounds } from '../../db/queries/alerts/sounds.ts'
import { makeWav } from '../../domain/sounds/sound.fixture.ts'
import { addSound } from '../../domain/sounds/sounds.ts'
import { owned, post, row } from '../roles/case.fixture.ts'
import type { Rows } from '../roles/case.fixture.ts'
import { equals, like } from '../roles/expectations.fixture.ts'
import type { World } from '../roles/world.fixture.ts'

const wav = makeWav(0.1)

export const soundRows: Rows = {
  'POST account/save-alert-sound | with the creator’s': row(owned, async (world) => {
    const sound = { source: 'uploaded', soundId: await plant(world) } as const
    return {
      ...post('account/save-alert-sound', { sound, volume: 100 }),
      effect: async () => like(await getAlertSound(world.db, world.creator.uid), { sound }),
    }
  }),
  'POST account/delete-sound': row(owned, async (world) => ({
    ...post('account/delete-sound', { soundId: await plant(world) }),
    effect: async () => equals(await listSounds(world.db, world.creator.uid), []),
  })),
}

async function plant({ ctx, creator }: World): Promise<string> {
  return (await addSound(ctx, creator.uid, 'Mine', wav)).soundId
}
