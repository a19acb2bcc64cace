/** Kysely types of all tables: camelCase in code, snake_case in Postgres. A test compares them with the database. */
import type { ColumnType, Generated, Insertable, Selectable } from 'kysely'
import type { DeliveryStatus, Destination, OutboxEvent } from '../contract/events.ts'
import type { GoalStatus } from '../contract/entities.ts'
import type { Locale } from '../contract/locale.ts'
import type { PayoutCurrency } from '../contract/money.ts'
import type { AccountTables } from './account-tables.ts'
import type { LedgerTables } from './ledger-tables.ts'
import type { ChatTables, PlatformConnectionTable } from './chat-tables.ts'
import type { OverviewTables } from './overview-tables.ts'
import type { MaybeTime, Mode, Provider, Time } from './column-types.ts'
import type { PayoutTables } from './payout-tables.ts'
import type { TipRuleTables } from './tip-rule-tables.ts'

export type { Mode, Provider } from './column-types.ts'

type Json<T> = ColumnType<T, string, string>
export type OrderStatus = 'OPENING' | 'CREATED' | 'CLEARING' | 'COMPLETED' | 'FAILED' | 'EXPIRED' | 'MISMATCH'
export type FeeMode = 'split' | 'owed'
export type LedgerAccount = 'provider' | 'creator' | 'platform_fee' | 'fee_owed' | 'provider_fee' | 'disputed'
export type LedgerKind =
  | 'capture'
  | 'fee_set_off'
  | 'provider_fee'
  | 'refund'
  | 'reversal'
  | 'dispute_opened'
  | 'dispute_won'
  | 'dispute_lost'
  | 'correction'
export type Period = 'week' | 'month' | 'all'

interface AccountTable {
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
  /** The language of emails to the account and, for creators, of what others see of it. */
  locale: Generated<Locale>
  /** When an admin featured the creator. */
  featuredAt: MaybeTime
  createdAt: Time
  deletionDueAt: MaybeTime
  erasedAt: MaybeTime
}

interface SessionTable {
  tokenHash: Buffer
  id: Generated<string>
  uid: string
  userAgent: Generated<string>
  createdAt: Time
  lastSeenAt: Time
  expiresAt: ColumnType<Date, Date, Date>
}

interface CreatorCounterTable {
  creatorUid: string
  captureNo: Generated<number>
  alertSeq: Generated<number>
  shownSeq: Generated<number>
}

interface CreatorTagTable {
  creatorUid: string
  tag: string
}

interface GoalTable {
  goaluuid: Generated<string>
  creatorUid: string
  title: string
  description: Generated<string>
  currency: PayoutCurrency
  amountMinor: number
  amountReceivedMinor: Generated<number>
  status: Generated<GoalStatus>
  position: Generated<number>
  image: string | null
  endDate: MaybeTime
  createdAt: Time
  completedAt: MaybeTime
  fundedByTipId: string | null
}

interface TipTexts {
  supporterUid: string | null
  supporterName: string
  isAnonymous: boolean
  isPrivate: boolean
  message: string
  amountMinor: number
  feeMinor: number
  currency: PayoutCurrency
}

interface TipOrderTable extends TipTexts {
  id: Generated<string>
  provider: Provider
  providerOrderId: string | null
  payeeId: string
  mode: Mode
  creatorUid: string
  goaluuid: string | null
  feeMode: FeeMode
  setOffMinor: Generated<number>
  coveredFeeMinor: Generated<number>
  /** HMAC-SHA256 of the supporter's network, in hex. */
  addressHash: string | null
  termsVersion: string | null
  status: Generated<OrderStatus>
  captureAttempt: Generated<number>
  createdAt: Time
  updatedAt: Time
}

interface TipTable extends TipTexts {
  id: Generated<string>
  orderId: string
  provider: Provider
  captureId: string
  mode: Mode
  creatorUid: string
  captureNo: number
  goaluuid: string | null
  coveredFeeMinor: Generated<number>
  capturedAt: Time
  returnedMinor: Generated<number>
  providerFeeMinor: number | null
  /** Whether alert and chat messages waited for the creator's review, and its result; null when they did not. */
  hold: 'held' | 'released' | 'dismissed' | null
  holdEndedAt: MaybeTime
}

interface SupporterTotalTable {
  creatorUid: string
  period: Period
  periodStart: ColumnType<string, string, never>
  supporterKey: string
  name: string
  amountMinor: number
}

interface LedgerEntryTable {
  id: Generated<number>
  movementId: string
  kind: LedgerKind
  tipId: string
  creatorUid: string
  provider: Provider
  mode: Mode
  account: LedgerAccount
  currency: PayoutCurrency
  amountMinor: number
  bookedAt: Time
  sourceId: string | null
}

interface OutboxTable {
  eventId: Generated<string>
  type: OutboxEvent['type']
  creatorUid: string
  payload: Json<OutboxEvent>
  createdAt: Time
  fannedOutAt: MaybeTime
}

interface DeliveryTable {
  eventId: string
  destination: Destination
  creatorUid: string
  status: Generated<DeliveryStatus>
  reason: string | null
  attempts: Generated<number>
  dueAt: Time
  /** Set while a process works on the delivery. */
  leasedUntil: MaybeTime
  /** Null when the delivery is wanted however late it comes. */
  expiresAt: MaybeTime
  createdAt: Time
  completedAt: MaybeTime
  /** The event whose message also covers this event. */
  coalescedInto: Generated<string | null>
}

interface AlertTable {
  id: Generated<string>
  creatorUid: string
  seq: number
  eventId: string
  isTest: boolean
  body: Json<unknown>
  createdAt: Time
  shownAt: MaybeTime
}

interface NotificationPreferenceTable {
  uid: string
  receiveAllTips: Generated<boolean>
  receiveGoalFunded: Generated<boolean>
}

interface NotificationTable {
  id: Generated<string>
  uid: string
  eventId: string
  kind: 'tip' | 'goalFunded'
  tipId: string
  createdAt: Time
  readAt: MaybeTime
}

interface WebhookEventTable {
  provider: Provider
  payeeId: string
  eventId: string
  type: string
  body: string
  receivedAt: Time
  processedAt: MaybeTime
}

interface BotLeaseTable {
  name: string
  holder: string
  expiresAt: ColumnType<Date, Date, Date>
}

interface TestimonialTable {
  uid: Generated<string>
  imageUrl: string | null
  profileUrl: string | null
  position: Generated<number>
}

export interface Schema
  extends AccountTables, LedgerTables, ChatTables, OverviewTables, PayoutTables, TipRuleTables {
  account: AccountTable
  session: SessionTable
  creatorCounter: CreatorCounterTable
  creatorTag: CreatorTagTable
  goal: GoalTable
  tipOrder: TipOrderTable
  tip: TipTable
  supporterTotal: SupporterTotalTable
  ledgerEntry: LedgerEntryTable
  outbox: OutboxTable
  delivery: DeliveryTable
  alert: AlertTable
  notificationPreference: NotificationPreferenceTable
  notification: NotificationTable
  webhookEvent: WebhookEventTable
  botLease: BotLeaseTable
  testimonial: TestimonialTable
}

export type AccountRow = Selectable<AccountTable>
export type NewAccount = Insertable<AccountTable>
export type GoalRow = Selectable<GoalTable>
export type OrderRow = Selectable<TipOrderTable>
export type NewOrder = Insertable<TipOrderTable>
export type TipRow = Selectable<TipTable>
export type OutboxRow = Selectable<OutboxTable>
export type DeliveryRow = Selectable<DeliveryTable>
export type AlertRow = Selectable<AlertTable>
export type ConnectionRow = Selectable<PlatformConnectionTable>
