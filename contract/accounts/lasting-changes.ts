/**
 * What outlives a session or cannot be taken back, so that a copied session must not be enough for it (docs/sensitive-changes.md). This
 * table decides which calls need a confirmed session, which mail the owner gets, which changes have a link "This wasn't me", and what that
 * link ends. A test fails for a call that writes and is neither here nor in `passing-changes.fixture.ts`.
 */
import type { CallDefinition } from '../call.ts'

export interface LastingChange {
  /**
   * The calls that make it, by their path. `confirmed`: in a session that its browser has just confirmed. `proved`: a mailed link, a code,
   * a platform's account, or an earlier confirmed call admits the request instead of a session.
   */
  calls: Readonly<Record<string, 'confirmed' | 'proved'>>
  /** The mails that the change may send to the owner; it sends one of them. */
  mails: readonly string[]
  /**
   * What "This wasn't me" does. `restore`: the link about this change, or about an earlier one, brings back what was before. `end`: the
   * link about any change ends it. Null: nothing, and its mail has no link. A change without mail has no link of its own.
   */
  undo: 'restore' | 'end' | null
}

export const lastingChanges = {
  payout: {
    calls: {
      'paypal/connect': 'confirmed',
      'stripe/connect': 'confirmed',
      'account/disconnect-payout-account': 'confirmed',
      'account/refresh-payout-account': 'proved',
    },
    mails: ['payout-connected', 'payout-disconnected'],
    undo: 'restore',
  },
  email: {
    calls: { 'account/change-email': 'confirmed', 'account/confirm-email': 'proved' },
    mails: ['email-changed'],
    undo: 'restore',
  },
  renamed: { calls: { 'account/change-user-name': 'confirmed' }, mails: ['renamed'], undo: 'restore' },
  password: {
    calls: { 'account/change-password': 'confirmed', 'account/password-reset/finish': 'proved' },
    mails: ['password-changed'],
    undo: 'end',
  },
  google: { calls: { 'account/google/finish': 'proved' }, mails: ['google-linked'], undo: 'end' },
  'two-factor-on': {
    calls: { 'account/two-factor/start': 'confirmed', 'account/two-factor/confirm': 'confirmed' },
    mails: ['two-factor-on'],
    undo: 'restore',
  },
  'two-factor-off': {
    calls: { 'account/two-factor/stop': 'confirmed' },
    mails: ['two-factor-off'],
    undo: 'restore',
  },
  'recovery-codes': {
    calls: { 'account/two-factor/recovery-codes': 'confirmed' },
    mails: ['recovery-codes'],
    undo: 'restore',
  },
  'passkey-added': {
    calls: { 'account/passkeys/start': 'confirmed', 'account/passkeys/add': 'confirmed' },
    mails: ['passkey-added'],
    undo: 'end',
  },
  'passkey-removed': {
    calls: { 'account/passkeys/remove': 'confirmed' },
    mails: ['passkey-removed'],
    undo: 'restore',
  },
  'token-added': { calls: { 'account/api-tokens/add': 'confirmed' }, mails: ['token-added'], undo: 'end' },
  'webhook-added': { calls: { 'account/webhooks/add': 'confirmed' }, mails: ['webhook-added'], undo: 'end' },
  /** Also the return from a platform's consent page, which is no call: the account that signed in there admits it. */
  'platform-connected': {
    calls: { 'account/discord/connect': 'confirmed' },
    mails: ['platform-connected'],
    undo: 'end',
  },
  'moderator-invited': {
    calls: { 'goals/invite-moderator': 'confirmed' },
    mails: ['moderator-invited'],
    undo: 'end',
  },
  'moderator-joined': {
    calls: { 'goals/accept-invite': 'proved' },
    mails: ['moderator-joined'],
    undo: 'end',
  },
  deletion: { calls: { 'account/delete': 'confirmed' }, mails: ['deletion-asked'], undo: 'end' },
  refund: { calls: { 'books/refund-tip': 'confirmed' }, mails: ['tip-refunded'], undo: null },
  'dispute-answer': { calls: { 'books/answer-dispute': 'confirmed' }, mails: [], undo: null },
  'data-download': { calls: { 'account/data-export/:id/download': 'confirmed' }, mails: [], undo: null },
  'webhook-secret': {
    calls: { 'account/webhooks/show-secret': 'confirmed', 'account/webhooks/replace-secret': 'confirmed' },
    mails: [],
    undo: 'end',
  },
  'overlay-key': {
    calls: { 'account/show-overlay-key': 'confirmed', 'account/replace-overlay-key': 'confirmed' },
    mails: [],
    undo: 'end',
  },
  /** What admins do, and what shows them others' data. Each is in the list of what admins did, or in the access log. */
  admin: {
    calls: {
      'admin/change-account': 'confirmed',
      'admin/check-vat-id': 'confirmed',
      'admin/decide-adjustment': 'confirmed',
      'admin/decide-report': 'confirmed',
      'admin/decide-settlement': 'confirmed',
      'admin/end-failed': 'confirmed',
      'admin/invoices/:id/file': 'confirmed',
      'admin/month/entries': 'confirmed',
      'admin/month/invoices': 'confirmed',
      'admin/order-testimonials': 'confirmed',
      'admin/payment': 'confirmed',
      'admin/propose-adjustment': 'confirmed',
      'admin/propose-settlement': 'confirmed',
      'admin/save-testimonial': 'confirmed',
      'admin/set-maintenance': 'confirmed',
      'admin/show-again': 'confirmed',
      'admin/vat-ids': 'confirmed',
    },
    mails: [],
    undo: null,
  },
} as const satisfies Record<string, LastingChange>

type Table = typeof lastingChanges
type WithUndo<Undo> = { [K in keyof Table]: Table[K]['undo'] extends Undo ? K : never }[keyof Table]
type WithMail = { [K in keyof Table]: Table[K]['mails'] extends readonly [] ? never : K }[keyof Table]

/** The changes whose mail has the link "This wasn't me". */
export type UndoableChange = WithUndo<'restore' | 'end'> & WithMail
/** Those that the link about any change ends. */
export type EndedChange = WithUndo<'end'>
/** Keys that stay valid after the session that has read them. No mail is sent about them; the link about any change replaces them. */
export type ReadKey = Exclude<EndedChange, UndoableChange>
/** The mails about a change. */
export type MailAbout<K extends keyof Table> = Table[K]['mails'][number]

const confirmed = new Set(
  Object.values(lastingChanges).flatMap(({ calls }) =>
    Object.entries(calls).flatMap(([path, admission]) => (admission === 'confirmed' ? [path] : [])),
  ),
)

/** Returns whether a call needs a session that its browser has confirmed within the last ten minutes. */
export function needsConfirmation({ path }: Pick<CallDefinition, 'path'>): boolean {
  return confirmed.has(path)
}
