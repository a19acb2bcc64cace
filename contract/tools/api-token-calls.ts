/** Calls that creators use to manage their API tokens. */
import * as z from 'zod/mini'
import { creatorCall } from '../call.ts'
import { failsWith } from '../check-error.ts'
import { isoTime } from '../entities.ts'
import { plainText } from '../text.ts'
import { tokenLifetimes, toolScope } from './tool-scopes.ts'

export const apiToken = z.object({
  id: z.uuid(),
  name: z.string(),
  scopes: z.array(toolScope),
  createdAt: isoTime,
  expiresAt: z.nullable(isoTime),
  /** When a tool last used it, to the minute. */
  lastUsedAt: z.nullable(isoTime),
})
export type ApiToken = z.output<typeof apiToken>

export const getApiTokens = creatorCall.get('account/api-tokens', {
  summary: 'The signed-in creator’s API tokens, the oldest first, with those that have expired.',
  response: z.object({ tokens: z.array(apiToken) }),
})

export const addApiToken = creatorCall.post('account/api-tokens/add', {
  summary: 'Makes an API token. It is in this response only.',
  costs: 'a row and a mail to the own address',
  body: z.object({
    name: plainText(50).check(z.minLength(1, failsWith('invalid_name'))),
    scopes: z.array(toolScope).check(z.minLength(1), z.maxLength(toolScope.options.length)),
    days: z.nullable(z.literal(tokenLifetimes)),
  }),
  response: z.object({ apiToken, token: z.string() }),
})

export const revokeApiToken = creatorCall.post('account/api-tokens/revoke', {
  summary: 'Revokes an API token at once, and ends the feeds that it has opened.',
  body: z.object({ id: z.uuid() }),
})
