/**
 * Stores account emails for sending, in the transaction of the change that causes them. Their values are sealed until the email is
 * sent.
 */
import { randomUUID } from 'node:crypto'
import type { Locale } from '../../contract/locale.ts'
import type { Db } from '../../db/connection.ts'
import { insertAccountMail } from '../../db/queries/mail/account-mail.ts'
import { listReplacedEmails } from '../../db/queries/security/sensitive-changes.ts'
import type { AccountMail } from '../../db/delivery-tables.ts'
import { seal, unseal } from '../security/sealing.ts'
import { lifetimeOf, parseAccountEmail } from './account-emails.ts'
import type { AccountEmail } from './account-emails.ts'
import type { SecretKeys } from '../config/secret-keys.ts'

export interface AccountEmailContext {
  db: Db
  secretsKey: SecretKeys
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
    expiresAt: new Date(Date.now() + lifetimeOf(content.kind)),
    mail: {
      kind: content.kind,
      email,
      locale,
      valuesSealed: seal(secretsKey, JSON.stringify(content), mailContext(id)),
    },
  })
}

/**
 * Stores an email to the owner of an account, also to the addresses that a change which can still be undone has replaced: a thief who
 * first changes the address cannot hide later changes from the owner.
 */
export async function enqueueOwnerEmail(
  ctx: AccountEmailContext,
  { uid, email, locale }: Recipient & { uid: string },
  content: AccountEmail,
): Promise<void> {
  const addresses = new Set([email, ...(await listReplacedEmails(ctx.db, uid))])
  for (const address of addresses) await enqueueAccountEmail(ctx, { email: address, locale }, content)
}

/** Unseals and parses the email of a delivery. */
export function openAccountEmail(
  secretsKey: SecretKeys,
  { id, valuesSealed }: AccountMail & { id: string },
): AccountEmail {
  return parseAccountEmail(JSON.parse(unseal(secretsKey, valuesSealed, mailContext(id))))
}

/** Returns the context for sealing the values of an email. */
export function mailContext(id: string): string {
  return `account-mail:${id}`
}
