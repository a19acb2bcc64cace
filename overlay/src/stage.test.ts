import { expect, test } from 'vitest'
import { standardStyle } from '../../contract/alerts/alert-looks.ts'
import { buildAlert } from './alert.fixture.ts'
import { openStage } from './stage.ts'

test('an alert with a long message stays longer, up to the maximum of its look', async () => {
  const stage = openStage()
  const msOf = async (message: string | null, waiting = 0) =>
    (await stage.prepare(buildAlert({ message }))).msOf(waiting)

  expect(await msOf(null)).toBe(6_000)
  expect(await msOf('x'.repeat(200))).toBe(12_000)
  expect(await msOf('x'.repeat(200), 6)).toBe(3_500)

  const style = standardStyle()
  stage.choose({ style: { ...style, look: { ...style.look, longestMs: 8_000 } }, pageUrl: '', version: 1 })
  expect(await msOf('x'.repeat(200))).toBe(8_000)
})

test('an alert stays three seconds longer when it is celebrated', async () => {
  const stage = openStage()
  const goal = { title: 'A kiln', amount: 100_00, amountReceived: 100_00 }
  const msOf = async (waiting: number) =>
    (await stage.prepare(buildAlert({ kind: 'goalFunded', goal }))).msOf(waiting)

  expect([await msOf(0), await msOf(6), await msOf(21)]).toEqual([9_000, 6_500, 5_000])

  const style = standardStyle()
  stage.choose({ style: { ...style, look: { ...style.look, celebrates: false } }, pageUrl: '', version: 1 })
  expect([await msOf(0), await msOf(6), await msOf(21)]).toEqual([6_000, 3_500, 2_000])
})
