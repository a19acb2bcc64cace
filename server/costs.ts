/** Defines the costs that several calls of the cost table (`cost-table.ts`) share. */
import type { LimitName } from './limit-table.ts'

/** The cost of a call beyond a request to this server, and its limits. Calls with the same cost share one. */
export interface Cost {
  costs: string
  limits: readonly LimitName[]
}

/** Creates a cost from its description and the names of its limits. */
export const cost = (costs: string, ...names: LimitName[]): Cost => ({ costs, limits: names })

export const nothing = cost('nothing')
export const read = cost('one to three reads by index')
export const list = cost('up to 1,000 rows by index')
export const ownRead = cost('reads of the own account, by index')
export const ownWrite = cost('a row of the own account')
export const linkWrite = cost('up to three reads by index and a row, for who has the link of an email')
export const ownMail = cost('a row and a mail to the own address')
export const adminMonth = cost('rows of one month, for admins only')
export const adminRead = cost('at most fifty rows by index, for admins only')
export const order = cost(
  'a call to the provider, another for each open order of the checkout, and a row; past the limit of the creator 3–7 ms for each proof',
  'order open-network',
  'order open-account',
  'order open-creator',
  'order failed-network',
  'order failed-account',
  'order failed-creator',
  'order wait',
  'order proof',
  'order look-up',
  'order look-up-network',
)
export const lookUp = cost('one or two calls to the provider', 'order look-up', 'order look-up-network')
export const signUpWrite = cost('a row of the own sign-up')
export const code = cost('one check of a code', 'account code-guess')
export const upload = cost(
  'up to 5 MB, and a process that decodes (Pictures, above)',
  'account upload',
  'account upload-try',
  'account upload-net',
)
export const removal = cost('a row, and a file removed')
export const card = cost('drawing a picture, once for each change', 'account drawing')
export const consent = cost('a sealed cookie')
export const grant = cost(
  'two calls to the platform, with a code of its consent page',
  'account provider-call',
)
export const platformCall = cost(
  'one or two calls to the platform or provider, on the own account',
  'account provider-call',
)
export const chatAnswer = cost('two or three reads by index', 'account chat-answer')
export const toolRead = cost('up to 100 rows by index', 'account tool')
export const toolWrite = cost('an event and its alert', 'account tool')
export const chatTest = cost('a message in a chat', 'account chat-test')
export const discord = cost('a call to Discord', 'account discord')
export const confirm = cost(
  'one Argon2id hash, about 50 ms',
  'account confirmation',
  'account confirmation-day',
)
export const logIn = cost(
  'one Argon2id hash, about 50 ms; past the limit of the account 5 to 17 ms for each proof',
  'log-in device',
  'log-in pair',
  'log-in net',
  'log-in account',
  'log-in code',
  'log-in proof',
)
export const passkeyRequested = cost('reads of the own account, and a sealed cookie')
export const secondFactor = cost('one check of a code', 'account second-factor')
export const receipt = cost(
  'a row and a mail',
  'account receipt-mail',
  'account receipt-address',
  'account link-net',
)
export const ownOverlay = cost('a row, with the key or in the own session only', 'packets')
export const event = cost('a row that is fanned out to the own overlays')
export const timerRead = cost('a read of all entries of one own timer, which has one for each tip')
export const page = cost('a file in memory; of a creator or goal two reads')
