/** A creator's Discord channel: the webhook that she made for the chatbot. */
import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { failsWith } from './check-error.ts'

const status = z.object({
  connected: z.boolean(),
  /** What the webhook is called on Discord. */
  name: z.nullable(z.string()),
})
export type DiscordStatus = z.output<typeof status>

export const getDiscordStatus = defineCall({
  method: 'GET',
  path: 'account/discord/status',
  access: 'creator',
  summary: 'Whether the creator has connected a Discord channel by a webhook.',
  response: status,
})

export const connectDiscord = defineCall({
  method: 'POST',
  path: 'account/discord/connect',
  access: 'creator',
  summary:
    'Connects the Discord channel of a webhook’s address; the address is a secret and never shown again.',
  body: z.object({
    address: z.string().check(z.trim(), z.minLength(1, failsWith('invalid_webhook')), z.maxLength(300)),
  }),
  response: status,
})

export const testDiscord = defineCall({
  method: 'POST',
  path: 'account/discord/test',
  access: 'creator',
  summary: 'Writes a line to try the connection into the creator’s Discord channel.',
  response: z.object({}),
})

export const disconnectDiscord = defineCall({
  method: 'POST',
  path: 'account/discord/disconnect',
  access: 'creator',
  summary: 'Forgets the webhook of the creator’s Discord channel.',
  response: z.object({}),
})
