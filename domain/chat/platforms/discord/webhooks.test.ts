import { expect, test } from 'vitest'
import { parseWebhookAddress } from './webhooks.ts'

const discord = { apiUrl: 'https://discord.com/api' }
const id = '1234567890123456789'
const token = 'a-B_3'.repeat(13)
const path = `/webhooks/${id}/${token}`

test.each([
  `https://discord.com/api${path}`,
  `  https://discord.com/api/v10${path}/ `,
  `https://discordapp.com/api${path}`,
  `https://canary.discord.com/api${path}?wait=true`,
])('parses Discord’s address %s', (address) => {
  expect(parseWebhookAddress(discord, address)).toEqual({ id, token })
})

test.each([
  'a webhook',
  `http://discord.com/api${path}`,
  `https://discord.com.evil.example/api${path}`,
  `https://evil.example/api${path}`,
  `https://discord.com@evil.example/api${path}`,
  `https://me@discord.com/api${path}`,
  `https://discord.com:8443/api${path}`,
  `https://127.0.0.1/api${path}`,
  `https://discord.com/api/webhooks/${id}`,
  `https://discord.com/api/webhooks/${id}/../../users/@me`,
  `https://discord.com${path}`,
])('refuses the address %s', (address) => {
  expect(parseWebhookAddress(discord, address)).toBeUndefined()
})

test('with the sandbox only its own addresses are valid', () => {
  const sandbox = { apiUrl: 'http://127.0.0.1:3100/discord/api' }
  expect(parseWebhookAddress(sandbox, `http://127.0.0.1:3100/discord/api${path}`)).toEqual({ id, token })
  expect(parseWebhookAddress(sandbox, `https://discord.com/api${path}`)).toBeUndefined()
})
