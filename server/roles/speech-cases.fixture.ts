/** Requests for spoken messages that `role-table.test.ts` sends as each role. */
import { addAlert } from '../../db/alerts.fixture.ts'
import { buildCreator } from '../../db/builders.fixture.ts'
import { findSpeechChoice, insertSpeech, saveSpeechChoice } from '../../db/queries/speech.ts'
import { fileOfSpeech } from '../../domain/speech/make-speech.ts'
import { makeMp3 } from '../../domain/sounds/sound.fixture.ts'
import type { RouteCase } from '../role-table.ts'
import { get, post } from './case.fixture.ts'
import type { Cases } from './case.fixture.ts'
import { equals, like } from './expectations.fixture.ts'

const choice = { engine: 'browser', voice: 'de-DE-Wavenet-F', fromAmount: 700, volume: 60 } as const
const token = 'f'.repeat(32)
const body = {
  kind: 'tip',
  isTest: true,
  name: 'Ada',
  message: 'Hi',
  amount: 500,
  currency: 'gbp',
  goal: null,
  at: '2026-11-24T12:00:00.000Z',
} as const

export const speechCases = {
  'GET /api/v1/account/speech-settings': async (world, role) => {
    await saveSpeechChoice(world.db, world.creator.uid, choice)
    return get('account/speech-settings', (found) =>
      like(found, role === 'creator' ? choice : { engine: 'off' }),
    )
  },
  'POST /api/v1/account/save-speech-settings': (world, role) => ({
    ...post('account/save-speech-settings', choice),
    effect: async () => equals(await findSpeechChoice(world.db, world.uidOf(role)), choice),
  }),
  'GET /api/v1/account/speech-sample': async ({ ctx }) => {
    await ctx.storage.put('speech-sample-de-de-wavenet-f.mp3', makeMp3(5), 'audio/mpeg')
    return {
      method: 'GET',
      path: '/api/v1/account/speech-sample?voice=de-DE-Wavenet-F',
      effect: ({ headers }) => equals(headers.get('content-type'), 'audio/mpeg'),
    }
  },
  'GET /speech/:token': async ({ db, ctx }) => {
    const { uid } = await buildCreator(db) // the world's creators have events that are not fanned out
    const { id } = await addAlert(db, uid, body)
    const { eventId } = await db
      .selectFrom('alert')
      .select('eventId')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await db.deleteFrom('speech').execute()
    await insertSpeech(db, { eventId, creatorUid: uid, token })
    await ctx.storage.put(fileOfSpeech(token), makeMp3(5), 'audio/mpeg')
    return {
      method: 'GET',
      path: `/speech/${token}`,
      effect: ({ headers }) => equals(headers.get('content-type'), 'audio/mpeg'),
    }
  },
} as const satisfies Partial<Cases<RouteCase>>
