/** Calls of the page where the reader of an email stops emails like it. */
import * as z from 'zod/mini'
import { publicCall } from '../call.ts'
import { mailSubscription, unsubscribeToken } from './mail-subscription.ts'

export const getMailSubscription = publicCall.post('account/mail-subscription', {
  summary:
    'Whether the account of an email gets notifications of its kind, for everybody who has the email’s link. Changes nothing.',
  costs: 'one to three reads by index',
  body: z.object({ token: unsubscribeToken }),
  response: mailSubscription,
})

export const changeMailSubscription = publicCall.post('account/change-mail-subscription', {
  summary:
    'Turns the notifications of an email’s kind off or on again, for everybody who has the email’s link.',
  costs: 'up to three reads by index and a row, for who has the link of an email',
  body: z.object({ token: unsubscribeToken, isOn: z.boolean() }),
  response: mailSubscription,
})
