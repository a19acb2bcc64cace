/**
 * Every limit on what visitors may do, one a line. A call names the limits that count it or refuse it (`call.ts`). `handle` takes the ones
 * that say whom they count; the code that knows the key takes the others, and only in a call that names them.
 */

/** A limit. Those by network are for an IPv4 address or an IPv6 /64. A /56 may use twice the limit, a /48 four times. */
export interface Limit {
  points: number
  /** The period in seconds; 0 if what is open at the same time counts. */
  duration: number
  /** What the limit counts, and for whom. */
  counts: string
  /** What happens past the limit. */
  past: string
  /** Whom `handle` counts for: the account that makes the call, or its network. */
  by?: 'account' | 'network'
  /** How many may come at once, where a rate counts. */
  burst?: number
}

const minute = 60
const hour = 60 * minute
const day = 24 * hour
const wait = '429 with the time to wait'
const proof = 'a proof of work'

export const limits = {
  'order open-network': of(60, 10 * minute, 'unpaid orders of a network', wait),
  'order open-account': of(20, 10 * minute, 'unpaid orders of an account', wait),
  'order open-creator': of(
    300,
    10 * minute,
    'unpaid orders for a creator',
    `${proof}, but not for known supporters`,
  ),
  'order failed-network': of(
    10,
    day,
    'declined payments of a network',
    `${proof} from half of them on; then a wait that doubles`,
  ),
  'order failed-account': of(
    3,
    day,
    'declined payments of an account',
    `${proof} from the second on; then a wait that doubles`,
  ),
  'order failed-order': of(5, day, 'declined cards on one page', 'the page is closed'),
  'order failed-card': of(5, day, 'declines of one card', 'the page is closed'),
  'order failed-creator': of(
    30,
    10 * minute,
    'declined payments for a creator',
    `${proof}, but not for known supporters`,
  ),
  'order wait': of(0, day, 'attempts while an account or network has to wait', wait),
  'order proof': of(1, 20 * minute, 'uses of a proof', 'another proof'),
  'order look-up': of(
    40,
    10 * minute,
    'look-ups of an order or checkout',
    'not looked up: webhooks bring the tip',
  ),
  'order look-up-network': of(
    200,
    10 * minute,
    'look-ups by a network, without the first three of each order',
    'not looked up',
  ),
  'account sign-up': byNetwork(30, hour, 'sign-ups of a network'),
  'account google': byNetwork(60, hour, 'sign-ins with Google of a network'),
  'account name-look-up': byNetwork(120, minute, 'names looked up by a network'),
  'account code-mail': of(10, day, 'code mails to an address', `${proof}, which grows`),
  'account reset-unknown': of(
    1,
    10 * minute,
    'mails about a new password to an address without an account',
    'no other mail',
  ),
  'account email-change': byAccount(5, hour, 'new addresses that an account enters'),
  'account link-net': of(
    30,
    hour,
    'link mails and receipts that a network causes',
    `${wait}, but not for known devices`,
  ),
  'account receipt-mail': of(3, day, 'mails of a receipt', wait),
  'account receipt-address': of(5, hour, 'receipts mailed to an address', wait),
  'account panel': byAccount(300, minute, 'changes in control panels that an account makes'),
  'account show-event': byAccount(120, minute, 'events that are not tips that a creator’s tools send'),
  'account chat-answer': byNetwork(600, minute, 'answers for chatbots that a network fetches'),
  'account chat-test': of(5, 5 * minute, 'test lines of an account to one of its chats', wait),
  'account discord': byAccount(20, 15 * minute, 'requests to Discord that an account causes'),
  'account google-code': of(3, hour, 'callbacks of one sign-in with Google', 'not redeemed'),
  'account provider-call': byAccount(
    60,
    15 * minute,
    'calls to platforms and providers that an account causes',
  ),
  'account refund': byAccount(300, hour, 'refunds of an account'),
  'account goal': byAccount(50, day, 'new goals of an account, which are public and never deleted'),
  'account rename': byAccount(5, day, 'new names of an account'),
  'account upload': of(30, hour, 'pictures and sounds that an account or sign-up has uploaded', wait),
  'account upload-try': of(
    90,
    hour,
    'pictures and sounds that it tries to upload, refused ones included',
    wait,
  ),
  'account upload-net': of(30, 10 * minute, 'pictures and sounds of a network, refused ones included', wait),
  'account drawing': of(60, minute, 'link cards that a network has drawn', wait),
  'account invoice': byAccount(120, hour, 'invoices that a creator downloads'),
  'account statement': byAccount(30, hour, 'statements that a creator downloads'),
  'account data-export': of(5, day, 'exports of an account', wait),
  'account import': byAccount(20, hour, 'files of earlier tips of a creator'),
  'account import-guess': byAccount(120, hour, 'looks at the beginning of such a file'),
  'account webhooks-again': byAccount(30, hour, 'times that a creator sends webhooks again'),
  'account tool': of(600, minute, 'calls of tools with an API token', wait),
  'account second-factor': byAccount(10, 15 * minute, 'codes of an account, logged in'),
  'account code-guess': of(50, day, 'codes for the sign-ups of an address', `${proof}, which grows`),
  'account report': of(10, hour, 'reports of a network, each with a proof of work', wait),
  'account undo-code': of(10, 15 * minute, 'codes for the undoing by a mailed link', wait),
  'account confirmation': of(10, 15 * minute, 'confirmations of a session', wait),
  'account confirmation-day': of(50, day, 'confirmations of a session', wait),
  'log-in device': of(10, 15 * minute, 'attempts of a known device', wait),
  'log-in pair': of(10, 15 * minute, 'attempts on an account by a network', wait),
  'log-in net': of(100, 15 * minute, 'attempts of a network', wait),
  'log-in account': of(100, hour, 'attempts on an account from unknown devices', `${proof}, which grows`),
  'log-in code': of(
    20,
    hour,
    'codes with the right password from unknown devices',
    `${wait}; a mailed link is the way in`,
  ),
  'log-in proof': of(1, 20 * minute, 'uses of a proof', 'another proof'),
  'certificate network': of(
    5,
    10 * minute,
    'certificates that messages of a network name',
    '403; PayPal sends it again',
  ),
  'certificate all': of(30, minute, 'certificates that messages name, in all', '403; PayPal sends it again'),
  connections: of(500, 0, 'connections of a network', 'refused'),
  packets: { ...of(10, 1, 'packets of a connection, 100 at once', 'the connection is closed'), burst: 100 },
} satisfies Record<string, Limit>

export type LimitName = keyof typeof limits

/** The limits of an area, such as `order`, without its name. */
export type LimitsOf<Area extends string> = {
  [Name in LimitName as Name extends `${Area} ${infer Rule}` ? Rule : never]: Limit
}

/** Returns the limits of an area. */
export function limitsOf<Area extends string>(area: Area): LimitsOf<Area> {
  const own = Object.entries(limits).filter(([name]) => name.startsWith(`${area} `))
  return Object.fromEntries(
    own.map(([name, limit]) => [name.slice(area.length + 1), limit]),
  ) as LimitsOf<Area>
}

/** A limit that is taken where its key is known. */
function of(points: number, duration: number, counts: string, past: string): Limit {
  return { points, duration, counts, past }
}

function byNetwork(points: number, duration: number, counts: string): Limit & { by: 'network' } {
  return { points, duration, counts, past: wait, by: 'network' }
}

function byAccount(points: number, duration: number, counts: string): Limit & { by: 'account' } {
  return { points, duration, counts, past: wait, by: 'account' }
}
