/** Requests for spoken messages that `server/roles.test.ts` sends as each role. */
import { findSpeechChoice, saveSpeechChoice } from '../../db/queries/alerts/speech.ts'
import { makeMp3 } from '../../domain/sounds/sound.fixture.ts'
import { get, post, row } from '../roles/case.fixture.ts'
import type { Rows } from '../roles/case.fixture.ts'
import { equals, like } from '../roles/expectations.fixture.ts'

const choice = { engine: 'browser', voice: 'de-DE-Wavenet-F', fromAmount: 700, volume: 60 } as const

export const speechRows: Rows = {
  'GET account/speech-settings': row({}, async (world, role) => {
    await saveSpeechChoice(world.db, world.creator.uid, choice)
    return get('account/speech-settings', (found) =>
      like(found, role === 'creator' ? choice : { engine: 'off' }),
    )
  }),
  'POST account/save-speech-settings': row({}, (world, role) => ({
    ...post('account/save-speech-settings', choice),
    effect: async () => equals(await findSpeechChoice(world.db, world.uidOf(role)), choice),
  })),
  'GET account/speech-sample': row({}, async ({ ctx }) => {
    await ctx.storage.put('speech-sample-de-de-wavenet-f.mp3', makeMp3(5), 'audio/mpeg')
    return {
      method: 'GET',
      path: '/api/v1/account/speech-sample?voice=de-DE-Wavenet-F',
      effect: ({ headers }) => equals(headers.get('content-type'), 'audio/mpeg'),
    }
  }),
}
