/**
 * Tips of StreamElements, by the fields of https://docs.streamelements.com/websockets/topics/channel-tips. The name is the one that the
 * alert shows.
 */
import { anything } from './service.ts'
import type { Service } from './service.ts'

export const streamelements: Service = {
  name: 'StreamElements',
  headers: [['createdat', 'username', 'amount', 'currency', 'message', 'transactionid']],
  columns: {
    time: ['createdat'],
    amount: ['amount'],
    currency: ['currency'],
    name: ['username'],
    message: ['message'],
    id: ['transactionid'],
    status: ['status'],
  },
  type: anything,
  status: {
    words: [
      [/^(?:success|completed|approved)$/i, 'counts'],
      [/pending/i, 'pending'],
      [/denied|failed|refused|canceled/i, 'denied'],
      [/refund|chargeback/i, 'refund'],
    ],
    otherwise: 'state',
  },
  impact: anything,
  areNamesPublic: true,
}
