/** Lists every limit on what visitors may do, with the numbers that the code enforces. */
import { accountRules } from '../domain/accounts/account-limits.ts'
import { logInRules } from '../domain/accounts/log-in-limits.ts'
import { orderRules } from '../domain/payments/orders/order-limits.ts'
import { certificateRules } from '../domain/payments/webhooks/certificate-limits.ts'
import { maxServed } from './sockets/connection-limit.ts'
import { burst, packetsPerSecond } from './sockets/packet-rate-limit.ts'

const rules = {
  order: orderRules,
  account: accountRules,
  'log-in': logInRules,
  certificate: certificateRules,
}
type Areas = typeof rules
type Rule = { [Area in keyof Areas]: `${Area} ${keyof Areas[Area] & string}` }[keyof Areas]

/** A limit as docs/abuse.md lists it. */
export interface LimitRow {
  /** The counted requests or objects, and for whom they are counted. */
  counts: string
  points: number
  /** The period in seconds; 0 if the limit counts what is open at the same time. */
  duration: number
  past: string
}

const wait = '429 with the time to wait'
const proof = 'a proof of work'

/** For each rule, the counted requests or objects, and what happens above the limit. */
const described = {
  'order open-network': ['unpaid orders of a network', wait],
  'order open-account': ['unpaid orders of an account', wait],
  'order open-creator': ['unpaid orders for a creator', `${proof}, but not for known supporters`],
  'order failed-network': [
    'declined payments of a network',
    `${proof} from half of them on; then a wait that doubles`,
  ],
  'order failed-account': [
    'declined payments of an account',
    `${proof} from the second on; then a wait that doubles`,
  ],
  'order failed-order': ['declined cards on one page', 'the page is closed'],
  'order failed-card': ['declines of one card', 'the page is closed'],
  'order failed-creator': ['declined payments for a creator', `${proof}, but not for known supporters`],
  'order wait': ['attempts while an account or network has to wait', wait],
  'order proof': ['uses of a proof', 'another proof'],
  'order look-up': ['look-ups of an order or checkout', 'not looked up: webhooks bring the tip'],
  'order look-up-network': ['look-ups by a network, without the first three of each order', 'not looked up'],
  'account sign-up': ['sign-ups of a network', wait],
  'account google': ['sign-ins with Google of a network', wait],
  'account name-look-up': ['names looked up by a network', wait],
  'account code-mail': ['code mails to an address', `${proof}, which grows`],
  'account reset-unknown': ['mails about a new password to an address without an account', 'no other mail'],
  'account email-change': ['new addresses that an account enters', wait],
  'account link-net': ['link mails and receipts that a network causes', `${wait}, but not for known devices`],
  'account receipt-mail': ['mails of a receipt', wait],
  'account receipt-address': ['receipts mailed to an address', wait],
  'account panel': ['changes in control panels that an account makes', wait],
  'account chat-answer': ['answers for chatbots that a network fetches', wait],
  'account chat-test': ['test lines of an account to one of its chats', wait],
  'account discord': ['requests to Discord that an account causes', wait],
  'account google-code': ['callbacks of one sign-in with Google', 'not redeemed'],
  'account provider-call': ['calls to platforms and providers that an account causes', wait],
  'account refund': ['refunds of an account', wait],
  'account goal': ['new goals of an account', wait],
  'account rename': ['new names of an account', wait],
  'account upload': ['pictures and sounds that an account or sign-up has uploaded', wait],
  'account upload-try': ['pictures and sounds that it tries to upload, refused ones included', wait],
  'account upload-net': ['pictures and sounds of a network, refused ones included', wait],
  'account drawing': ['link cards that a network has drawn', wait],
  'account invoice': ['invoices that a creator downloads', wait],
  'account statement': ['statements that a creator downloads', '429 with the time to wait'],
  'account data-export': ['exports of an account', wait],
  'account import': ['files of earlier tips of a creator', wait],
  'account import-guess': ['looks at the beginning of such a file', wait],
  'account webhooks-again': ['times that a creator sends webhooks again', wait],
  'account tool': ['calls of tools with an API token', wait],
  'account second-factor': ['codes of an account, logged in', wait],
  'account code-guess': ['codes for the sign-ups of an address', `${proof}, which grows`],
  'account report': ['reports of a network, each with a proof of work', wait],
  'account undo-code': ['codes for the undoing by a mailed link', wait],
  'account confirmation': ['confirmations of a session', wait],
  'account confirmation-day': ['confirmations of a session', wait],
  'log-in device': ['attempts of a known device', wait],
  'log-in pair': ['attempts on an account by a network', wait],
  'log-in net': ['attempts of a network', wait],
  'log-in account': ['attempts on an account from unknown devices', `${proof}, which grows`],
  'log-in code': [
    'codes with the right password from unknown devices',
    `${wait}; a mailed link is the way in`,
  ],
  'log-in proof': ['uses of a proof', 'another proof'],
  'certificate network': ['certificates that messages of a network name', '403; PayPal sends it again'],
  'certificate all': ['certificates that messages name, in all', '403; PayPal sends it again'],
} as const satisfies Record<Rule, readonly [counts: string, past: string]>

const socketLimits = {
  connections: { counts: 'connections of a network', points: maxServed, duration: 0, past: 'refused' },
  packets: {
    counts: `packets of a connection, ${burst} at once`,
    points: packetsPerSecond,
    duration: 1,
    past: 'the connection is closed',
  },
} as const satisfies Record<string, LimitRow>

export type LimitName = Rule | keyof typeof socketLimits

/** Every limit by its name. */
export const limits: Readonly<Record<LimitName, LimitRow>> = { ...toRows(), ...socketLimits }

function toRows(): Record<Rule, LimitRow> {
  const rows = Object.entries(described).map(([name, [counts, past]]) => {
    const [area, rule] = name.split(' ') as [keyof Areas, never]
    return [name, { counts, past, ...(rules[area][rule] as { points: number; duration: number }) }]
  })
  return Object.fromEntries(rows) as Record<Rule, LimitRow>
}
