/** Kysely types of the tables of accounts, sign-ups and testimonials. */
import type { AccountEventKind } from '../contract/accounts/account-event.ts'
import type { ColumnType, Generated, Insertable, Selectable } from 'kysely'
import type { ChatPlatform } from '../contract/chat/platforms.ts'
import type { CsvForm } from '../contract/csv-form.ts'
import type { DataExportStatus } from '../contract/accounts/data-export.ts'
import type { UndoableChange } from '../contract/accounts/lasting-changes.ts'
import type { Locale } from '../contract/locale.ts'
import type { PayoutCurrency } from '../contract/money/money.ts'
import type { MaybeTime, SetTime, Time } from './column-types.ts'
import type { PayoutSnapshot } from './payout-tables.ts'

export type AccountLinkKind = 'reset-password' | 'confirm-email'

/**
 * The second factor of an account as it was before a sensitive change: the sealed secret, the last used time step, and the hashes
 * of the recovery codes in base64.
 */
export interface TwoFactorSnapshot {
  secretSealed: string
  lastStep: number
  codeHashes: string[]
}

/** A passkey as it was before a sensitive change removed it. The public key is in base64. */
export type PasskeySnapshot = Omit<PasskeyRow, 'uid' | 'publicKey' | 'createdAt' | 'lastUsedAt'> & {
  publicKey: string
  createdAt: string
}

/** What was there before each change that can be undone. */
interface Snapshots {
  payout: PayoutSnapshot
  email: { email: string }
  renamed: { userName: string }
  'two-factor-off': TwoFactorSnapshot
  'recovery-codes': TwoFactorSnapshot
  'passkey-added': { id: string }
  'token-added': { id: string }
  'webhook-added': { id: string }
  /** The account that was connected. */
  'platform-connected': { platform: ChatPlatform; platformUserId: string }
  'passkey-removed': PasskeySnapshot
  password: Record<string, never>
  'two-factor-on': Record<string, never>
  google: Record<string, never>
  deletion: Record<string, never>
  'moderator-invited': Record<string, never>
  'moderator-joined': Record<string, never>
}

/** A sensitive change of an account (`contract/accounts/lasting-changes.ts`), with the previous values. A mailed link restores them. */
export type SensitiveChange = {
  [Kind in UndoableChange]: { kind: Kind; before: Snapshots[Kind] }
}[UndoableChange]

export interface AccountTables {
  sensitiveChange: {
    id: Generated<number>
    uid: string
    kind: SensitiveChange['kind']
    before: ColumnType<SensitiveChange['before'], string, string>
    tokenHash: Buffer
    createdAt: Time
    expiresAt: SetTime
  }
  accountEvent: {
    id: Generated<number>
    uid: string
    kind: AccountEventKind
    userAgent: string | null
    at: Time
  }
  /** The one row shows which key of SECRETS_KEY sealed this database. */
  secretsCheck: {
    isOnly: Generated<boolean>
    sealed: string
  }
  /** A former key of receipts' links. */
  receiptKey: {
    id: string
    sealed: string
    addedAt: Time
  }
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
    /** How its CSV files are written. */
    csvForm: Generated<CsvForm>
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
  passkey: {
    id: Generated<string>
    uid: string
    credentialId: string
    publicKey: Buffer
    counter: number
    transports: string[]
    canBackUp: boolean
    isBackedUp: boolean
    name: string
    createdAt: Time
    lastUsedAt: MaybeTime
  }
  usedChallenge: {
    challengeHash: Buffer
    expiresAt: SetTime
  }
  accountLink: {
    tokenHash: Buffer
    uid: string
    kind: AccountLinkKind
    email: string
    createdAt: Time
    expiresAt: SetTime
  }
  /** A name that an account has changed; without account and name after an erasure. Only triggers insert. */
  formerName: {
    digest: Buffer
    uid: string | null
    userName: string | null
    heldUntil: SetTime
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
  testimonial: {
    uid: Generated<string>
    imageUrl: string | null
    profileUrl: string | null
    position: Generated<number>
    isHidden: Generated<boolean>
  }
}

export type SignUpRow = Selectable<AccountTables['pendingSignUp']>
export type NewSignUp = Insertable<AccountTables['pendingSignUp']>
export type NewAccountLink = Insertable<AccountTables['accountLink']>
export type TwoFactorRow = Selectable<AccountTables['twoFactor']>
export type PasskeyRow = Selectable<AccountTables['passkey']>
export type DataExportRow = Selectable<AccountTables['dataExport']>
