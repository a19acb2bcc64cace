/**
 * StreamElements: `POST /kappa/v2/tips/{channel}` of https://dev.streamelements.com/docs/api-docs, as
 * https://glama.ai/mcp/servers/jogalleciez/streamelements-mcp/tools/tips_create repeats it. The form of its errors:
 * https://github.com/superstringman/api-docs.
 */
import * as z from 'zod'
import type { TipListDeclaration } from './tip-list.ts'

export const streamelements: TipListDeclaration = {
  path: 'streamelements',
  name: 'StreamElements',
  variable: 'STREAMELEMENTS_API_URL',
  call: '/kappa/v2/tips/:channel',
  body: z
    .strictObject({
      user: z.strictObject({ username: z.string().min(1) }),
      provider: z.string().min(1),
      message: z.string(),
      amount: z.number().positive(),
      currency: z.string().regex(/^[A-Z]{3}$/),
    })
    .transform(({ user, amount, currency, message }) => ({ name: user.username, amount, currency, message })),
  toResponse: (id, channel, { name: username, ...donation }) => ({
    _id: id,
    channel,
    status: 'success',
    donation: { ...donation, user: { username } },
  }),
  toRefusal: (statusCode, error) => ({ statusCode, error }),
}
