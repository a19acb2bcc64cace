import { expect, test } from 'vitest'
import { fromSandbox } from './environment.ts'

const env = {
  PAYPAL_CLIENT_ID: 'played',
  PAYPAL_API_URL: 'http://127.0.0.1:3100/paypal',
  GOOGLE_CLIENT_ID: 'played',
  YOUTUBE_BOT_REFRESH_TOKEN: 'played',
  SMTP_URL: 'smtp://127.0.0.1:1025',
}

test('the sandbox plays every provider without keys', () => {
  expect(fromSandbox({ env }, {})).toEqual(env)
})

test('a provider with keys of its own takes no address from the sandbox', () => {
  const { PAYPAL_CLIENT_ID: _id, PAYPAL_API_URL: _url, ...rest } = env

  expect(fromSandbox({ env }, { PAYPAL_CLIENT_ID: 'real' })).toEqual(rest)
  expect(fromSandbox({ env }, { GOOGLE_CLIENT_ID: 'real' })).not.toHaveProperty('YOUTUBE_BOT_REFRESH_TOKEN')
})

test('without a sandbox there is nothing to play', () => {
  expect(fromSandbox(undefined, {})).toEqual({})
})
