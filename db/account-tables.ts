/** Kysely types of the tables of accounts and sign-ups. */
import type { Generated, Insertable, Selectable } from 'kysely'
import type { DataExportStatus } from '../contract/data-export.ts'
import type { Locale } from '../contract/locale.ts'
import type { PayoutCurrency } from '../contract/money.ts'
import type { MaybeTime, SetTime, Time } from './column-types.ts'

export type AccountLinkKind = 'reset-password' | 'confirm-email'

export interface AccountTables {
  pushSubscription: {
    sessionId: string
    uid: string
    endpointHash: Buffer
    sealed: string
    locale: Locale
    createdAt: Time
  }
  dataExport: {
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
  twoFactor: {
    uid: string
    secretSealed: string
    confirmedAt: MaybeTime
    lastStep: Generated<number>
  }
  recoveryCode: {
    uid: string
    codeHash: Buffer
  }
  accountLink: {
    tokenHash: Buffer
    uid: string
    kind: AccountLinkKind
    email: string
    createdAt: Time
    expiresAt: SetTime
  }
  pendingSignUp: {
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
  accountMail: {
    id: string
    kind: string
    email: string
    locale: Generated<Locale>
    valuesSealed: string
    /** Has only these two: the row is deleted when the mail is sent, has expired or is given up. */
    status: Generated<'due' | 'leased'>
    attempts: Generated<number>
    dueAt: Time
    leasedUntil: MaybeTime
    createdAt: Time
    expiresAt: SetTime
  }
}

export type SignUpRow = Selectable<AccountTables['pendingSignUp']>
export type NewSignUp = Insertable<AccountTables['pendingSignUp']>
export type AccountMailRow = Selectable<AccountTables['accountMail']>
export type NewAccountLink = Insertable<AccountTables['accountLink']>
export type TwoFactorRow = Selectable<AccountTables['twoFactor']>
export type DataExportRow = Selectable<AccountTables['dataExport']>
