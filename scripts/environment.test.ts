import { expect, test } from 'vitest'
import { sandboxVariables } from './environment.ts'

const env = {
  PAYPAL_CLIENT_ID: 'sandbox',
  PAYPAL_API_URL: 'http://127.0.0.1:3100/paypal',
  GOOGLE_CLIENT_ID: 'sandbox',
  YOUTUBE_BOT_REFRESH_TOKEN: 'sandbox',
  SMTP_URL: 'smtp://127.0.0.1:1025',
}

test('the sandbox stands in for every provider without keys', () => {
  expect(sandboxVariables({ env }, {})).toEqual(env)
})

test('a provider with keys of its own takes nothing from the sandbox', () => {
  const { PAYPAL_CLIENT_ID: _id, PAYPAL_API_URL: _url, ...others } = env

  expect(sandboxVariables({ env }, { PAYPAL_CLIENT_ID: 'real' })).toEqual(others)
  expect(sandboxVariables({ env }, { GOOGLE_CLIENT_ID: 'real' })).not.toHaveProperty(
    'YOUTUBE_BOT_REFRESH_TOKEN',
  )
})

test('without a sandbox there are no variables', () => {
  expect(sandboxVariables(undefined, {})).toEqual({})
})
