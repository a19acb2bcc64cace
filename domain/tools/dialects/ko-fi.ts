/**
 * A tip in the form of Ko-fi's webhook: a form with one field, `data`, which is JSON with a verification token. Ko-fi documents it on
 * https://ko-fi.com/manage/webhooks, behind a log-in; the text is quoted at
 * https://meta.discourse.org/t/is-it-possible-to-catch-a-request-from-a-third-party-service-in-a-theme-component/255047, and
 * https://help.ko-fi.com/hc/en-us/articles/360004162298-Does-Ko-fi-have-an-API-or-webhook says the same in short.
 */
import { toDecimal } from '../../../contract/money/money.ts'
import { decimalsOf } from '../../../contract/money/minor-units.ts'
import { tipOf } from './dialect.ts'
import type { Dialect } from './dialect.ts'

export const koFi: Dialect = {
  toRequest({ event, pageUrl, secrets: [token] }) {
    const { id, timestamp } = event
    const data = tipOf(event)
    const payment = {
      verification_token: token,
      // A receiver drops what it has: Ko-fi repeats a request under the same id.
      message_id: id,
      // Ko-fi's times have no fractions of a second.
      timestamp: timestamp.replace(/\.\d+Z$/, 'Z'),
      type: 'Donation',
      // Receivers hide the message where it is false. A private message is not in `data`.
      is_public: true,
      from_name: data.name,
      message: data.message,
      amount: toDecimal(data.amount, decimalsOf(data.currency)),
      url: pageUrl,
      // Receivers expect the field; we tell nobody an address.
      email: '',
      currency: data.currency.toUpperCase(),
      is_subscription_payment: false,
      is_first_subscription_payment: false,
      kofi_transaction_id: data.tipId ?? id,
      shop_items: null,
      tier_name: null,
      shipping: null,
    }
    return {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ data: JSON.stringify(payment) }).toString(),
    }
  },
}
