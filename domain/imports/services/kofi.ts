/** Ko-fi's export of payments, whose header is in docs/importing.md. Supporters write their name into Ko-fi's form, where it is public. */
import { anything } from './service.ts'
import type { Service } from './service.ts'

export const kofi: Service = {
  name: 'Ko-fi',
  headers: [['datetimeutc', 'from', 'received', 'transactionid']],
  columns: {
    time: ['datetimeutc'],
    amount: ['received'],
    currency: ['currency'],
    name: ['from'],
    message: ['message'],
    id: ['transactionid'],
    type: ['transactiontype'],
  },
  type: { words: [[/shop|order|commission|merch|sale|purchase|product/i, 'sale']], otherwise: 'counts' },
  status: anything,
  impact: anything,
  areNamesPublic: true,
}
