/**
 * A tip at StreamElements, by the creator's JWT: `POST /kappa/v2/tips/{channel}` of https://dev.streamelements.com/docs/api-docs (its fields:
 * https://glama.ai/mcp/servers/jogalleciez/streamelements-mcp/tools/tips_create). Nothing names the tip itself, so a repeated request makes a
 * second one. `imported` is left out: what it does to alerts is not documented.
 */
import { toUnits } from '../../../contract/money/minor-units.ts'
import { tipOf } from './dialect.ts'
import type { Dialect } from './dialect.ts'

export const streamelements: Dialect = {
  service: {
    addressOf: ({ streamelements: url }, channel) => `${url}/kappa/v2/tips/${channel}`,
    channelPattern: /^[0-9a-f]{24}$/,
  },
  toRequest({ event, secrets: [token] }) {
    const data = tipOf(event)
    const tip = {
      user: { username: data.name },
      provider: 'brimful',
      message: data.message ?? '',
      amount: toUnits(data.amount, data.currency),
      currency: data.currency.toUpperCase(),
    }
    return {
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        'content-type': 'application/json',
      },
      body: JSON.stringify(tip),
    }
  },
}
