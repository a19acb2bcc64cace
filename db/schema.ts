/** Kysely types of all tables: camelCase in code, snake_case in Postgres. A test compares them with the database. */
import type { ColumnType, Generated, Insertable, Selectable } from 'kysely'
import type { CensorAction } from '../contract/moderation/censor-calls.ts'
import type { ConfirmationMethod } from '../contract/accounts/confirmation.ts'
import type { Locale } from '../contract/locale.ts'
import type { Currency, PayoutCurrency } from '../contract/money/money.ts'
import type { MovementKind } from '../contract/payments/statement-calls.ts'
import type { AccountTables } from './account-tables.ts'
import type { LedgerTables } from './ledger-tables.ts'
import type { ChatTables } from './chat-tables.ts'
import type { DeliveryTables } from './delivery-tables.ts'
import type { OverlayTables } from './overlay-tables.ts'
import type { OverviewTables } from './overview-tables.ts'
import type { PanelTables } from './panel-tables.ts'
import type { MaybeTime, Mode, Provider, Time } from './column-types.ts'
import type { PayoutTables } from './payout-tables.ts'
import type { RateTables } from './rate-tables.ts'
import type { PlatformTables } from './platform-tables.ts'
import type { ImportTables } from './import-tables.ts'
import type { TimerTables } from './timer-tables.ts'
import type { SoundTables } from './sound-tables.ts'
import type { GoalTables } from './goal-tables.ts'
import type { ShowTables } from './show-tables.ts'
import type { StyleTables } from './style-tables.ts'
import type { TipRuleTables } from './tip-rule-tables.ts'
import type { ToolTables } from './tool-tables.ts'

export type { Mode, Provider } from './column-types.ts'

export type OrderStatus = 'OPENING' | 'CREATED' | 'CLEARING' | 'COMPLETED' | 'FAILED' | 'EXPIRED' | 'MISMATCH'
export type FeeMode = 'split' | 'owed'
export type LedgerAccount = 'provider' | 'creator' | 'platform_fee' | 'fee_owed' | 'provider_fee' | 'disputed'
export type LedgerKind = MovementKind
export type Period = 'week' | 'month' | 'all'

interface TipTexts {
  supporterUid: string | null
  supporterName: string
  isAnonymous: boolean
  isPrivate: boolean
  message: string
  amountMinor: number
  feeMinor: number
  currency: Currency
  /** What the tip is worth in the creator's currency; both null if it is in that currency. */
  worthMinor: number | null
  worthCurrency: PayoutCurrency | null
}

export interface Schema
  extends
    AccountTables,
    LedgerTables,
    ChatTables,
    DeliveryTables,
    OverlayTables,
    OverviewTables,
    PanelTables,
    PayoutTables,
    RateTables,
    PlatformTables,
    ShowTables,
    SoundTables,
    GoalTables,
    StyleTables,
    TimerTables,
    ImportTables,
    TipRuleTables,
    ToolTables {
  /** How far the clean-up of each kind of old rows has come. */
  retentionProgress: { name: string; doneTo: Time }
  account: {
    uid: Generated<string>
    email: string
    passwordHash: string | null
    googleId: string | null
    userName: string
    displayName: string
    accountType: 1 | 2
    role: Generated<'user' | 'admin'>
    image: string | null
    coverImage: string | null
    bio: Generated<string>
    ytUrl: string | null
    twitterUrl: string | null
    instaUrl: string | null
    fbUrl: string | null
    socialLinks: ColumnType<string[], string | undefined, string>
    isVerified: Generated<boolean>
    currency: PayoutCurrency | null
    /**
     * The language of emails to the account. For creators also the language of their public pages and of messages about their tips.
     */
    locale: Generated<Locale>
    /** An IANA name. Postgres may not know it any more, so queries read it through `time_zone_or_utc`. */
    timeZone: Generated<string>
    /** What the censor does when it finds something in a text to this creator. */
    censorAction: Generated<CensorAction>
    /** When an admin featured the creator. */
    featuredAt: MaybeTime
    /** When an admin suspended the creator: the page is not available and takes no tips. */
    suspendedAt: MaybeTime
    createdAt: Time
    deletionDueAt: MaybeTime
    /** All notifications up to this time are read. */
    notificationsReadTo: MaybeTime
    erasedAt: MaybeTime
  }
  session: {
    tokenHash: Buffer
    id: Generated<string>
    uid: string
    userAgent: Generated<string>
    createdAt: Time
    lastSeenAt: Time
    expiresAt: ColumnType<Date, Date, Date>
    /** When somebody last confirmed in this session who they are. */
    confirmedAt: MaybeTime
    confirmedBy: Generated<ConfirmationMethod | null>
  }
  creatorCounter: {
    creatorUid: string
    captureNo: Generated<number>
    alertSeq: Generated<number>
    shownSeq: Generated<number>
    /** Alerts up to this `seq` that were never shown count as skipped: an overlay left them out when it reconnected. */
    skippedSeq: Generated<number>
    /** The `seq` of the last alert that an overlay has begun to show. */
    playedSeq: Generated<number>
    /** When a source of OBS last showed an alert. */
    obsShownAt: MaybeTime
  }
  creatorTag: {
    creatorUid: string
    tag: string
  }
  /** The trace of an event as a `traceparent`, while traces are on. */
  eventTrace: {
    eventId: string
    parent: string
    createdAt: Time
  }
  tipOrder: TipTexts & {
    id: Generated<string>
    provider: Provider
    providerOrderId: string | null
    payeeId: string
    mode: Mode
    creatorUid: string
    goalId: string | null
    feeMode: FeeMode
    setOffMinor: Generated<number>
    coveredFeeMinor: Generated<number>
    /** HMAC-SHA256 of the supporter's network, in hex. */
    addressHash: string | null
    /** HMAC-SHA256 of the /56 and the /48 around the network, in hex; empty for IPv4. */
    widerAddressHashes: Generated<string[]>
    termsVersion: string | null
    status: Generated<OrderStatus>
    /** Grows by one after each definite refusal of a capture, so that the next capture has a new idempotency key. */
    captureAttempt: Generated<number>
    /** The supporter's checkout. All orders that were opened to pay the same tip share it. */
    checkoutId: string | null
    /** Whether no other order of its checkout may be open beside it. True for all orders with a checkout since it was stored. */
    isSole: Generated<boolean>
    /** How many captures ended with a declined payment method. Each needs a new approval before the next capture. */
    declinedCaptures: Generated<number>
    /** Whether a capture was requested and is not known to have failed. This is true for at most one order of a checkout. */
    isCapturing: Generated<boolean>
    /** Whether a payment that is CLEARING waits until the creator accepts it at the provider. */
    waitsForPayee: Generated<boolean>
    /** Whether the censor found something when the order was opened, and the creator wants to review such tips. */
    isForReview: Generated<boolean>
    createdAt: Time
    updatedAt: Time
  }
  tip: TipTexts & {
    id: Generated<string>
    orderId: string
    provider: Provider
    captureId: string
    mode: Mode
    creatorUid: string
    captureNo: number
    goalId: string | null
    coveredFeeMinor: Generated<number>
    capturedAt: Time
    /** The checkout that the tip comes from. It has no other tip. Null for a repeat, and where the page sent none. */
    checkoutId: string | null
    /** The tip that was paid already when this payment of the same checkout arrived; null for a tip. A repeat is sent back. */
    repeatsTipId: string | null
    returnedMinor: Generated<number>
    /** How much of `worthMinor` was returned. */
    worthReturnedMinor: Generated<number>
    /** When the provider's own conversion became known; until then `worthMinor` is an estimate. */
    worthRecordedAt: MaybeTime
    providerFeeMinor: number | null
    /** When the provider's record of the payment is read next; null when everything in it is booked. */
    recordsDueAt: MaybeTime
    recordsAttempts: Generated<number>
    /**
     * Null if the tip was never held. Otherwise the state of the creator's review. Until it ends, the tip has no alert or chat messages.
     */
    hold: 'held' | 'released' | 'dismissed' | null
    holdEndedAt: MaybeTime
    /** Whether it is the supporter's first tip to this creator. */
    isFirst: Generated<boolean>
  }
  supporterTotal: {
    creatorUid: string
    period: Period
    periodStart: ColumnType<string, string, never>
    supporterKey: string
    name: string
    amountMinor: number
  }
  ledgerEntry: {
    id: Generated<number>
    movementId: string
    kind: LedgerKind
    tipId: string
    creatorUid: string
    provider: Provider
    mode: Mode
    account: LedgerAccount
    currency: Currency
    amountMinor: number
    bookedAt: Time
    sourceId: string | null
    /** The provider's id of the transaction that the entry was booked from. */
    transactionId: string | null
  }
  notificationPreference: {
    uid: string
    receiveAllTips: Generated<boolean>
    receiveGoalFunded: Generated<boolean>
  }
  notification: {
    id: Generated<string>
    uid: string
    eventId: string
    kind: 'tip' | 'goalFunded'
    tipId: string
    createdAt: Time
    readAt: MaybeTime
  }
  webhookEvent: {
    provider: Provider
    payeeId: string
    eventId: string
    type: string
    body: string
    receivedAt: Time
    processedAt: MaybeTime
    /** Erasure finds the webhook by these words; null until they are taken from its body. */
    subjects: Generated<string[] | null>
  }
}

export type AccountRow = Selectable<Schema['account']>
export type NewAccount = Insertable<Schema['account']>
export type GoalRow = Selectable<Schema['goal']>
export type OrderRow = Selectable<Schema['tipOrder']>
export type NewOrder = Insertable<Schema['tipOrder']>
export type TipRow = Selectable<Schema['tip']>
export type ConnectionRow = Selectable<Schema['platformConnection']>
