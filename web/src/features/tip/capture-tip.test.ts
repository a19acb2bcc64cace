import { expect, test } from 'vitest'
import { fakeApi, refuse } from '../../test/fake-api.ts'
import { captureTip } from './capture-tip.ts'

const path = 'paypal/capture-order/ORDER-1'
const paid = {
  status: 'captured',
  waitsForPayee: false,
  goalProgress: null,
  receipt: 'r'.repeat(43),
  isRepeat: false,
}
const noWait = [0, 0]

test('repeats a capture whose response was lost', async () => {
  const api = fakeApi({ [path]: 'network failure' })
  const captured = captureTip('ORDER-1', [0, 1])
  await expect.poll(() => api.requests.length).toBe(1)
  api.respond(path, { json: paid })

  expect(await captured).toEqual(paid)
})

test('gives up when the server never responds', async () => {
  const api = fakeApi({ [path]: 'network failure' })

  await expect(captureTip('ORDER-1', noWait)).rejects.toMatchObject({ kind: 'network' })

  expect(api.requests).toHaveLength(3)
})

test('does not repeat a refused capture', async () => {
  const api = fakeApi({
    [path]: refuse('instrument_declined', 'Declined.', 422),
  })

  await expect(captureTip('ORDER-1', noWait)).rejects.toMatchObject({ code: 'instrument_declined' })

  expect(api.requests).toHaveLength(1)
})
