import { expect, test } from 'vitest'
import { buildCreator, buildGoal } from '../../db/builders.fixture.ts'
import { startTestApp } from '../app.fixture.ts'

test('a network gets 429 after sixty new preview images in a minute, but still gets images that were drawn before', async () => {
  await using app = await startTestApp({ TRUST_PROXY: 'loopback' })
  const { uid, userName } = await buildCreator(app.db)
  const { goalId: goaluuid } = await buildGoal(app.db, uid, { title: 'A kiln' })
  const busyNetwork = '203.0.113.9'
  const ask = (path: string, from: string) =>
    fetch(`${app.url}/share/${userName}/${path}`, { headers: { 'x-forwarded-for': from } })
  expect((await ask('card.png', busyNetwork)).status).toBe(200)
  for (let n = 1; n < 60; n++) await app.ctx.accountLimits.takeNetwork('drawing', busyNetwork)

  const rejected = await ask(`${goaluuid}/card.png`, busyNetwork)

  expect([rejected.status, (await ask('card.png', busyNetwork)).status]).toEqual([429, 200])
  expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await ask(`${goaluuid}/card.png`, '198.51.100.7')).status).toBe(200)
  expect((await ask(`${goaluuid}/card.png`, busyNetwork)).status).toBe(200)
})
