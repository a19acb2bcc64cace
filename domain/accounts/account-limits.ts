/** Rate limits for creating, confirming and changing accounts. */
import type { ChatPlatform } from '../../contract/entities.ts'
import { openLimiters } from '../security/limiters.ts'
import type { LimitSource } from '../security/limiters.ts'
import { networksOf } from '../security/network-key.ts'

const hour = 60 * 60
/** Limits per network apply to an IPv4 address or an IPv6 /64. A /56 may use twice the limit, a /48 four times. */
export const accountRules = {
  'sign-up': { points: 30, duration: hour },
  google: { points: 60, duration: hour },
  'name-look-up': { points: 120, duration: 60 },
  'code-mail': { points: 10, duration: 24 * hour },
  'reset-unknown': { points: 1, duration: hour / 6 },
  'email-change': { points: 5, duration: hour },
  'link-net': { points: 30, duration: hour },
  'receipt-mail': { points: 3, duration: 24 * hour },
  'receipt-address': { points: 5, duration: hour },
  discord: { points: 20, duration: hour / 4 },
  'chat-test': { points: 5, duration: hour / 12 },
  'chat-answer': { points: 600, duration: 60 },
  'google-code': { points: 3, duration: hour },
  'provider-call': { points: 60, duration: hour / 4 },
  refund: { points: 300, duration: hour },
  goal: { points: 50, duration: 24 * hour },
  rename: { points: 5, duration: 24 * hour },
  upload: { points: 30, duration: hour },
  'upload-try': { points: 90, duration: hour },
  'upload-net': { points: 30, duration: hour / 6 },
  drawing: { points: 60, duration: 60 },
  invoice: { points: 120, duration: hour },
  statement: { points: 30, duration: hour },
  'data-export': { points: 5, duration: 24 * hour },
  'webhooks-again': { points: 30, duration: hour },
  import: { points: 20, duration: hour },
  'import-guess': { points: 120, duration: hour },
  tool: { points: 600, duration: 60 },
  panel: { points: 300, duration: 60 },
  'second-factor': { points: 10, duration: hour / 4 },
  'code-guess': { points: 50, duration: 24 * hour },
  confirmation: { points: 10, duration: hour / 4 },
  'undo-code': { points: 10, duration: hour / 4 },
  report: { points: 10, duration: hour },
  'confirmation-day': { points: 50, duration: 24 * hour },
}

export type CodeRule = 'code-mail' | 'code-guess'

export type AccountLimits = ReturnType<typeof openAccountLimits>

/** Opens the limits of account actions. Their counters are in Redis, or in memory without Redis. */
export function openAccountLimits(source: LimitSource) {
  const limiters = openLimiters('account', accountRules, source)
  /** Throws AppError `rate_limited` when a network causes too many emails with links. */
  const takeLinkNet = (address: string) => limiters.takeNetworks('link-net', networksOf(address))
  return {
    /** Throws AppError `rate_limited` when a network starts too many sign-ups. */
    takeSignUp: (address: string) => limiters.takeNetworks('sign-up', networksOf(address)),
    /** Throws AppError `rate_limited` when a network starts Google sign-ins too often. */
    takeGoogle: (address: string) => limiters.takeNetworks('google', networksOf(address)),
    /** Throws AppError `rate_limited` when a network looks up too many names. */
    takeNameLookUp: (address: string) => limiters.takeNetworks('name-look-up', networksOf(address)),
    /** Counts a code email to an address, or a code entered for it. Throws AppError `rate_limited`. */
    takeCode: (rule: CodeRule, email: string) => limiters.take(rule, email.toLowerCase()),
    /** Counts `points` code emails or entered codes, one by default, and returns the count, even above the limit. */
    countCode: (rule: CodeRule, email: string, points?: number) =>
      limiters.add(rule, email.toLowerCase(), points),
    /** Subtracts one from the count of code emails or entered codes. */
    forgiveCode: (rule: CodeRule, email: string) => limiters.giveBack(rule, email.toLowerCase()),
    takeLinkNet,
    /** Returns whether this is the first password reset for an address without an account within ten minutes. */
    isFirstReset: async (email: string) => (await limiters.add('reset-unknown', email.toLowerCase())) === 1,
    /**
     * Throws AppError `rate_limited` for an account's sixth change of address in an hour, or when a network causes too many
     * emails.
     */
    async takeEmailChange(uid: string, address: string) {
      await takeLinkNet(address)
      await limiters.take('email-change', uid)
    },
    /**
     * Throws AppError `rate_limited` for the fourth email of the same receipt in a day, the sixth receipt email to an address in
     * an hour, or when a network causes too many emails.
     */
    async takeReceiptMail(orderId: string, email: string, address: string) {
      await takeLinkNet(address)
      await limiters.take('receipt-address', email.toLowerCase())
      await limiters.take('receipt-mail', orderId)
    },
    /** Throws AppError `rate_limited` when a network sends more than ten reports in an hour. */
    takeReport: (address: string) => limiters.takeNetworks('report', networksOf(address)),
    /** Throws AppError `rate_limited` when an account changes control panels more than 300 times in a minute. */
    takePanel: (uid: string) => limiters.take('panel', uid),
    /** Throws AppError `rate_limited` when an account causes too many requests to Discord. */
    takeDiscord: (uid: string) => limiters.take('discord', uid),
    /** Throws AppError `rate_limited` for an account's sixth test line in five minutes to the same chat. */
    takeChatTest: (uid: string, platform: ChatPlatform) => limiters.take('chat-test', `${uid} ${platform}`),
    /** Throws AppError `rate_limited` when a network fetches too many answers for chatbots. A bot's servers ask for many creators. */
    takeChatAnswer: (address: string) => limiters.takeNetworks('chat-answer', networksOf(address)),
    /** Throws AppError `rate_limited` when the callback of one Google sign-in, identified by its `state`, is called too often. */
    takeGoogleCode: (state: string) => limiters.take('google-code', state),
    /** Throws AppError `rate_limited` when an account causes too many calls to its platforms and providers. */
    takeProviderCall: (uid: string) => limiters.take('provider-call', uid),
    /** Throws AppError `rate_limited` for a creator's 301st refund in an hour. */
    takeRefund: (uid: string) => limiters.take('refund', uid),
    /**
     * Throws AppError `rate_limited` when a creator publishes more than fifty goals in a day. Goals are limited because they are
     * public and never deleted.
     */
    takeGoal: (uid: string) => limiters.take('goal', uid),
    /** Throws AppError `rate_limited` for an account's sixth rename in a day. */
    takeRename: (uid: string) => limiters.take('rename', uid),
    /**
     * Throws AppError `rate_limited` for more than thirty files in an hour from one account or sign-up, or in ten minutes from one
     * network. An account may try ninety times in an hour, so that refused files, which are taken back, are limited as well.
     */
    async takeUpload(owner: string, address: string) {
      await limiters.take('upload-try', owner)
      await limiters.takeNetworks('upload-net', networksOf(address))
      await limiters.take('upload', owner)
    },
    /** Subtracts a refused file from the account's uploads of the hour, but not from its tries. */
    forgiveUpload: (owner: string) => limiters.giveBack('upload', owner),
    /** Throws AppError `rate_limited` when a network requests more than sixty link pictures in a minute that are not cached. */
    takeDrawing: (address: string) => limiters.takeNetworks('drawing', networksOf(address)),
    /** Throws AppError `rate_limited` when a creator downloads more than 120 invoices in an hour. */
    takeInvoice: (uid: string) => limiters.take('invoice', uid),
    /** Throws AppError `rate_limited` when a creator downloads the whole statement more than thirty times in an hour. */
    takeStatement: (uid: string) => limiters.take('statement', uid),
    /** Throws AppError `rate_limited` when a creator uploads more than twenty files of earlier tips in an hour. */
    takeImport: (uid: string) => limiters.take('import', uid),
    /** Throws AppError `rate_limited` when a creator has the columns of a file guessed more than 120 times in an hour. */
    takeImportGuess: (uid: string) => limiters.take('import-guess', uid),
    /** Throws AppError `rate_limited` for an account's sixth export in a day. */
    takeDataExport: (uid: string) => limiters.take('data-export', uid),
    /** Throws AppError `rate_limited` when a creator sends webhooks again more than thirty times in an hour. */
    takeWebhooksAgain: (uid: string) => limiters.take('webhooks-again', uid),
    /** Throws AppError `rate_limited` when tools make more than 600 calls in a minute with one API token. */
    takeToolCall: (tokenId: string) => limiters.take('tool', tokenId),
    /** Throws AppError `rate_limited` when a signed-in account enters too many second-factor codes. */
    takeSecondFactor: (uid: string) => limiters.take('second-factor', uid),
    /** Throws AppError `rate_limited` after too many second-factor codes for one undo link. */
    takeUndoCode: (token: string) => limiters.take('undo-code', token),
    /** Throws AppError `rate_limited` after too many attempts to confirm a session. */
    async takeConfirmation(sessionToken: string) {
      await limiters.take('confirmation', sessionToken)
      await limiters.take('confirmation-day', sessionToken)
    },
    /** Subtracts a successful confirmation from the count. */
    async forgiveConfirmation(sessionToken: string) {
      await limiters.giveBack('confirmation', sessionToken)
      await limiters.giveBack('confirmation-day', sessionToken)
    },
    close: limiters.close,
  }
}
