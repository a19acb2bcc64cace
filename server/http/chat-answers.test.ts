import { expect, test } from 'vitest'
import { toGoalCode } from '../../contract/goals/short-address.ts'
import { buildCreator, buildGoal } from '../../db/builders.fixture.ts'
import { captureTip } from '../../domain/payments/ledger/ledger.fixture.ts'
import { startTestApp } from '../app.fixture.ts'
import type { TestApp } from '../app.fixture.ts'

async function fetchText(app: TestApp, path: string) {
  const response = await fetch(new URL(path, app.url), { redirect: 'manual' })
  return { response, text: await response.text() }
}

test('answers for other chatbots are one short line of plain text that can be cached, without cookies', async () => {
  await using app = await startTestApp()
  const { uid, userName } = await buildCreator(app.db, { displayName: 'Mira Vale' })
  const title = 'A kiln for the clay season '.repeat(3).trim()
  const { goalId: goaluuid } = await buildGoal(app.db, uid, {
    title,
    amountMinor: 400_00,
    amountReceivedMinor: 0,
  })
  await captureTip(app.db, uid, { goalId: goaluuid, supporterName: 'Nightbot', amountMinor: 31_00 })
  const page = `${app.ctx.config.publicUrl}/${userName}/current-goals`

  const tip = await fetchText(app, `/c/${userName.toUpperCase()}/tip.txt`)
  expect(tip.text).toBe(`Tip Mira Vale: ${page}`)
  expect(tip.response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(tip.response.headers.get('cache-control')).toBe('public, max-age=30')
  expect(tip.response.headers.get('set-cookie')).toBeNull()
  const goal = (await fetchText(app, `/c/${userName}/goal.txt`)).text
  expect(goal).toMatch(/^A kiln for .*…: £31 of £400 \(7%\), £369 to go http/)
  expect(goal.endsWith(`/g/${toGoalCode(goaluuid)}`)).toBe(true)
  const top = (await fetchText(app, `/c/${userName}/top.txt`)).text
  expect(top).toBe(`Top tips this month (UTC): “Nightbot” £31 ${page}`)
  for (const line of [tip.text, goal, top]) expect(line.length).toBeLessThanOrEqual(200)
})

test('a creator without goals and tips has answers too, and nobody else has any', async () => {
  await using app = await startTestApp()
  const { userName } = await buildCreator(app.db, { displayName: '/ban Mira' })
  expect((await fetchText(app, `/c/${userName}/goal.txt`)).text).toMatch(
    /^ban Mira has no open goal right now\. http/,
  )
  expect((await fetchText(app, `/c/${userName}/top.txt`)).text).toMatch(/^No tips yet this month\. http/)
  for (const name of ['nobody_here', 'x', '%00', 'dashboard']) {
    expect((await fetchText(app, `/c/${name}/tip.txt`)).response.status).toBe(404)
  }
})

test('a short address leads to its goal, in any case of letters, and to nothing once the goal is archived', async () => {
  await using app = await startTestApp()
  const { uid, userName } = await buildCreator(app.db)
  const { goalId: goaluuid } = await buildGoal(app.db, uid)
  const path = `/g/${toGoalCode(goaluuid).toUpperCase()}`

  const { response } = await fetchText(app, path)
  expect(response.status).toBe(302)
  expect(response.headers.get('location')).toBe(`/${userName}/current-goals/${goaluuid}`)
  await app.db.updateTable('goal').set({ status: 'ARCHIVED' }).where('goalId', '=', goaluuid).execute()
  expect((await fetchText(app, path)).response.status).toBe(404)
  expect((await fetchText(app, '/g/zzzzzzzzz')).response.status).toBe(404)
})
