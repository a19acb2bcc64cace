/** Donations of Streamlabs, by the fields of https://dev.streamlabs.com/reference/donations. The name is the one that the alert shows. */
import { anything } from './service.ts'
import type { Service } from './service.ts'

export const streamlabs: Service = {
  name: 'Streamlabs',
  headers: [['donation_id', 'created_at', 'currency', 'amount', 'name', 'message']],
  columns: {
    time: ['created_at'],
    amount: ['amount'],
    currency: ['currency'],
    name: ['name'],
    message: ['message'],
    id: ['donation_id'],
  },
  type: anything,
  status: anything,
  impact: anything,
  areNamesPublic: true,
}
