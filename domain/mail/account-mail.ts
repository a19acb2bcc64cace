/** Mail about accounts: owed in the same transaction as what it tells of, and sealed until it goes out. */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Locale } from '../../contract/locale.ts'
import type { Db } from '../../db/connection.ts'
import { insertAccountMail } from '../../db/queries/account-mail.ts'
import type { AccountMailRow } from '../../db/account-tables.ts'
import { seal, unseal } from '../security/sealing.ts'

const minute = 60_000
const day = 24 * 60 * minute

/**
 * What a mail says besides its kind. One to an address that nobody has proven holds no word of whoever asked for it: else
 * strangers could be written to through us.
 */
const letter = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('sign-up-code'), code: z.string() }),
  z.object({ kind: z.literal('sign-up-known') }),
  z.object({ kind: z.literal('reset-password'), token: z.string(), name: z.string() }),
  z.object({ kind: z.literal('reset-unknown') }),
  z.object({ kind: z.literal('password-changed'), name: z.string() }),
  z.object({ kind: z.literal('confirm-email'), token: z.string() }),
  z.object({ kind: z.literal('google-linked'), name: z.string() }),
  z.object({ kind: z.literal('two-factor-on'), name: z.string() }),
  z.object({ kind: z.literal('two-factor-off'), name: z.string() }),
  z.object({ kind: z.literal('email-in-use') }),
  z.object({ kind: z.literal('data-export'), name: z.string() }),
  z.object({ kind: z.literal('deletion-asked'), name: z.string(), dueAt: z.string() }),
  z.object({ kind: z.literal('deletion-stopped'), name: z.string() }),
  z.object({ kind: z.literal('email-changed'), name: z.string(), email: z.string() }),
  z.object({
    kind: z.literal('receipt'),
    token: z.string(),
    creatorName: z.string(),
    amount: z.string(),
    facts: z.array(z.tuple([z.string(), z.string()])),
  }),
])
export type Letter = z.output<typeof letter>

/** How long a mail is worth sending: a code that no longer counts is noise. */
const lifetimes: Record<Letter['kind'], number> = {
  'sign-up-code': 10 * minute,
  'sign-up-known': day,
  'reset-password': 30 * minute,
  'reset-unknown': day,
  'password-changed': 7 * day,
  'confirm-email': day,
  'google-linked': 7 * day,
  'two-factor-on': 7 * day,
  'two-factor-off': 7 * day,
  'email-in-use': day,
  'data-export': 7 * day,
  'deletion-asked': 6 * day,
  'deletion-stopped': 7 * day,
  'email-changed': 7 * day,
  receipt: 7 * day,
}

export interface LetterSource {
  db: Db
  secretsKey: Buffer
}

/** Who reads a letter: an account, or whoever asked for it from an address of no account. */
export interface LetterReader {
  email: string
  locale: Locale
}

/** Owes a letter to an address, in its reader's language. */
export async function oweLetter(
  { db, secretsKey }: LetterSource,
  { email, locale }: LetterReader,
  what: Letter,
): Promise<void> {
  const id = randomUUID()
  await insertAccountMail(db, {
    id,
    kind: what.kind,
    email,
    locale,
    valuesSealed: seal(secretsKey, JSON.stringify(what), contextOf(id)),
    expiresAt: new Date(Date.now() + lifetimes[what.kind]),
  })
}

/** Opens a letter that is owed. */
export function openLetter(secretsKey: Buffer, { id, valuesSealed }: AccountMailRow): Letter {
  return letter.parse(JSON.parse(unseal(secretsKey, valuesSealed, contextOf(id))))
}

function contextOf(id: string): string {
  return `account-mail:${id}`
}
