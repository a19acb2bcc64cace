/** Kysely types of the tables of accounts and sign-ups. */
import type { Generated, Insertable, Selectable } from 'kysely'
import type { DataExportStatus } from '../contract/data-export.ts'
import type { Locale } from '../contract/locale.ts'
import type { PayoutCurrency } from '../contract/money.ts'
import type { MaybeTime, SetTime, Time } from './column-types.ts'

interface PendingSignUpTable {
  tokenHash: Buffer
  email: string
  passwordHash: string | null
  googleId: string | null
  name: string
  accountType: 1 | 2 | null
  currency: PayoutCurrency | null
  userName: string | null
  image: string | null
  displayName: string
  bio: Generated<string>
  isDescribed: Generated<boolean>
  codeMac: Buffer | null
  codeAttempts: Generated<number>
  codeSentAt: MaybeTime
  createdAt: Time
  expiresAt: SetTime
}

interface AccountMailTable {
  id: string
  kind: string
  email: string
  locale: Generated<Locale>
  valuesSealed: string
  /** Every other status is the end of the row. */
  status: Generated<'due' | 'leased'>
  attempts: Generated<number>
  dueAt: Time
  leasedUntil: MaybeTime
  createdAt: Time
  expiresAt: SetTime
}

export type AccountLinkKind = 'reset-password' | 'confirm-email'

interface AccountLinkTable {
  tokenHash: Buffer
  uid: string
  kind: AccountLinkKind
  email: string
  createdAt: Time
  expiresAt: SetTime
}

interface TwoFactorTable {
  uid: string
  secretSealed: string
  confirmedAt: MaybeTime
  lastStep: Generated<number>
}

interface RecoveryCodeTable {
  uid: string
  codeHash: Buffer
}

interface DataExportTable {
  id: Generated<string>
  uid: string
  status: Generated<DataExportStatus>
  progress: Generated<number>
  attempts: Generated<number>
  sizeBytes: number | null
  dueAt: Time
  createdAt: Time
  finishedAt: MaybeTime
  expiresAt: Time
}

interface PushSubscriptionTable {
  sessionId: string
  uid: string
  endpointHash: Buffer
  sealed: string
  locale: Locale
  createdAt: Time
}

export interface AccountTables {
  pushSubscription: PushSubscriptionTable
  dataExport: DataExportTable
  twoFactor: TwoFactorTable
  recoveryCode: RecoveryCodeTable
  accountLink: AccountLinkTable
  pendingSignUp: PendingSignUpTable
  accountMail: AccountMailTable
}

export type SignUpRow = Selectable<PendingSignUpTable>
export type NewSignUp = Insertable<PendingSignUpTable>
export type AccountMailRow = Selectable<AccountMailTable>
export type AccountLinkRow = Selectable<AccountLinkTable>
export type NewAccountLink = Insertable<AccountLinkTable>
export type TwoFactorRow = Selectable<TwoFactorTable>
export type DataExportRow = Selectable<DataExportTable>
