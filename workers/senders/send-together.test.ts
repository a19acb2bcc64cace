import { expect, test } from 'vitest'
import { sendTogether } from './send-together.ts'

/** Returns a sender that refuses some deliveries, and what was handed over. */
function openSender(refused: readonly string[] = []) {
  const turns: string[][] = []
  const send = sendTogether(async (eventIds) => {
    turns.push([...eventIds])
    if (eventIds.some((id) => refused.includes(id))) throw new Error('refused')
  })
  const start = (...ids: string[]) =>
    Promise.allSettled(ids.map((eventId) => send({ id: `delivery of ${eventId}`, eventId, attempts: 1 })))
  return { turns, start }
}

test('deliveries that are started together are sent at once, and later ones apart', async () => {
  const { turns, start } = openSender()

  expect(await start('a', 'b', 'c')).toEqual(Array(3).fill({ status: 'fulfilled', value: 'recorded' }))
  await start('d')

  expect(turns).toEqual([['a', 'b', 'c'], ['d']])
})

test('one that cannot be sent fails alone', async () => {
  const { turns, start } = openSender(['b'])

  expect((await start('a', 'b', 'c')).map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
  ])
  expect((await start('b')).map(({ status }) => status)).toEqual(['rejected'])

  expect(turns).toEqual([['a', 'b', 'c'], ['a'], ['b'], ['c'], ['b']])
})
