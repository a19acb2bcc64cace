/** Calls for a creator's Discord channel. The chatbot posts there through a webhook that the creator has made. */
import * as z from 'zod/mini'
import { creatorCall } from '../call.ts'
import { failsWith } from '../check-error.ts'
import { toCopied } from '../text.ts'

const status = z.object({
  connected: z.boolean(),
  /** The name of the webhook on Discord. */
  name: z.nullable(z.string()),
})
export type DiscordStatus = z.output<typeof status>

export const getDiscordStatus = creatorCall.get('account/discord/status', {
  summary: 'Whether the creator has connected a Discord channel by a webhook.',
  response: status,
})

export const connectDiscord = creatorCall.post('account/discord/connect', {
  summary:
    'Connects a Discord channel by the address of a webhook. The address is a secret and is never returned.',
  costs: 'a call to Discord',
  limits: ['account discord'],
  body: z.object({
    address: z
      .string()
      .check(z.overwrite(toCopied), z.minLength(1, failsWith('invalid_webhook')), z.maxLength(300)),
  }),
  response: status,
})

export const disconnectDiscord = creatorCall.post('account/discord/disconnect', {
  summary: 'Disconnects the creator’s Discord channel and deletes its webhook address.',
})
