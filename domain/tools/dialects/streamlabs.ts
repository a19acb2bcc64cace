/**
 * A tip as a donation at Streamlabs, by the creator's access token: `POST /donations` of https://dev.streamlabs.com/reference/donations-1
 * (fields and their limits: https://pipedream.com/apps/streamlabs/actions/create-donation.md; the header:
 * https://dev.streamlabs.com/docs/obtain-an-access_token). `identifier` groups the donations of a supporter. Nothing names the donation
 * itself, so a repeated request makes a second one.
 */
import { createHash } from 'node:crypto'
import { toUnits } from '../../../contract/money/minor-units.ts'
import { tipOf } from './dialect.ts'
import type { Dialect } from './dialect.ts'

const [minName, maxName, maxMessage] = [2, 25, 254]

export const streamlabs: Dialect = {
  service: { addressOf: ({ streamlabs: url }) => `${url}/api/v2.0/donations` },
  toRequest({ event, pageUrl, secrets: [token] }) {
    const data = tipOf(event)
    const donation = {
      name: cut(data.name, maxName).padEnd(minName, '.'),
      identifier: createHash('sha256').update(`${pageUrl}\n${data.name}`).digest('hex'),
      amount: toUnits(data.amount, data.currency),
      currency: data.currency.toUpperCase(),
      ...(data.message !== null && { message: cut(data.message, maxMessage) }),
    }
    return {
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        'content-type': 'application/json',
        // Without it errors may come as redirects.
        'x-requested-with': 'XMLHttpRequest',
      },
      body: JSON.stringify(donation),
    }
  },
}

/** Returns the beginning of a text, without half a character at its end. */
function cut(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : text.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, '')
}
