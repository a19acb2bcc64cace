/** What an email can be unsubscribed from, and where. */
import * as z from 'zod/mini'

/** The address of the page, and of the request that mail programs send (https://www.rfc-editor.org/rfc/rfc8058). */
export const unsubscribePath = '/authentication/unsubscribe'

/** What an email is about. A digest may be about both. */
export const mailTopic = z.enum(['tips', 'goals', 'tips-and-goals'])
export type MailTopic = z.output<typeof mailTopic>

/** Whether the account of an email gets notifications about what the email is about. */
export const mailSubscription = z.object({ topic: mailTopic, isOn: z.boolean() })
export type MailSubscription = z.output<typeof mailSubscription>

/** The token in the address of an email's page. */
export const unsubscribeToken = z.string().check(z.minLength(1), z.maxLength(300))
