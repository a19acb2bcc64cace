import { expect } from 'vitest'
import { control, read } from '../sandbox.fixture.ts'
import { decryptPush } from './decrypt.ts'
import { test } from '../test.fixture.ts'

/** The example in RFC 8291, section 5. */
const example = {
  keys: {
    privateKey: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
  body: 'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
}

test('decrypts the example of RFC 8291, and refuses it with a changed byte', () => {
  const body = Buffer.from(example.body, 'base64url')

  expect(decryptPush(body, example.keys)).toBe('When I grow up, I want to be a watermelon')
  body[body.length - 1]! ^= 1
  expect(() => decryptPush(body, example.keys)).toThrow()
})

test('refuses messages that are unsigned or for an unknown browser', async ({ sandbox }) => {
  const { endpoint } = await control<{ endpoint: string }>(sandbox, '/push/control/subscribe')
  const post = async (to: string) => (await fetch(to, { method: 'POST', body: 'x' })).status

  expect(await post(endpoint)).toBe(403)
  expect(await post(`${endpoint}x`)).toBe(404)
  await control(sandbox, '/push/control/gone', { endpoint })
  expect(await post(endpoint)).toBe(410)
  expect(await read(sandbox, '/push/messages')).toEqual([])
})
