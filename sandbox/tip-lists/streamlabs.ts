/**
 * Streamlabs: `POST /api/v2.0/donations` of https://dev.streamlabs.com/reference/donations-1, as
 * https://pipedream.com/apps/streamlabs/actions/create-donation.md repeats it.
 */
import * as z from 'zod'
import type { TipListDeclaration } from './tip-list.ts'

export const streamlabs: TipListDeclaration = {
  path: 'streamlabs',
  name: 'Streamlabs',
  variable: 'STREAMLABS_API_URL',
  call: '/api/v2.0/donations',
  body: z
    .strictObject({
      name: z.string().min(2).max(25),
      identifier: z.string().min(1),
      amount: z.number().positive(),
      currency: z.string().regex(/^[A-Z]{3}$/),
      message: z.string().max(254).default(''),
    })
    .transform(({ name, amount, currency, message }) => ({ name, amount, currency, message })),
  toResponse: (id) => ({ donation_id: Number(id) }),
  toRefusal: (_status, message) => ({ error: true, message }),
}
