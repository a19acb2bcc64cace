/**
 * Stores account emails for sending, in the transaction of the change that causes them. Their values are sealed until the email is
 * sent.
 */
import { randomUUID } from 'node:crypto'
import type { Locale } from '../../contract/locale.ts'
import type { Db } from '../../db/connection.ts'
import { insertAccountMail } from '../../db/queries/account-mail.ts'
import type { AccountMailRow } from '../../db/account-tables.ts'
import { seal, unseal } from '../security/sealing.ts'
import { lifetimeOf, parseAccountEmail } from './account-emails.ts'
import type { AccountEmail } from './account-emails.ts'

export interface AccountEmailContext {
  db: Db
  secretsKey: Buffer
}

/** The recipient: an account, or somebody without an account who entered an address. */
export interface Recipient {
  email: string
  locale: Locale
}

/** Stores an email to be sent in the recipient's language. */
export async function enqueueAccountEmail(
  { db, secretsKey }: AccountEmailContext,
  { email, locale }: Recipient,
  content: AccountEmail,
): Promise<void> {
  const id = randomUUID()
  await insertAccountMail(db, {
    id,
    kind: content.kind,
    email,
    locale,
    valuesSealed: seal(secretsKey, JSON.stringify(content), contextOf(id)),
    expiresAt: new Date(Date.now() + lifetimeOf(content.kind)),
  })
}

/** Unseals and parses a stored email. */
export function openAccountEmail(secretsKey: Buffer, { id, valuesSealed }: AccountMailRow): AccountEmail {
  return parseAccountEmail(JSON.parse(unseal(secretsKey, valuesSealed, contextOf(id))))
}

function contextOf(id: string): string {
  return `account-mail:${id}`
}
