/** The checkout of a tip that came as a form without scripts. Its page is kept for all visitors, so it cannot contain an id. */
import { createHmac } from 'node:crypto'
import type { Db } from '../../../db/connection.ts'
import { findPaidOrderOf } from '../../../db/queries/payments/checkouts.ts'
import type { SecretKeys } from '../../config/secret-keys.ts'
import type { TipRequest } from './open-order.ts'

/** A tip as a browser sends it with a form. */
export interface SentForm {
  tip: Omit<TipRequest, 'checkoutId'>
  userAgent: string
}

/** In milliseconds: how long after its payment the same form is the same tip. After that it is another one. */
const repeatMs = 15 * 60_000

/**
 * Returns the checkout id of a form: the same one however often a browser sends the form, until fifteen minutes after it was paid.
 * It is an HMAC under the newest key, so nobody else can compute it. The next tip with the same words has the next id.
 */
export async function findFormCheckout(
  db: Db,
  [key]: SecretKeys,
  form: SentForm,
  now = new Date(),
): Promise<string> {
  const { creatorUid } = form.tip
  for (let tips = 0; ; tips++) {
    const checkoutId = toUuid(createHmac('sha256', key).update(describe(form, tips)).digest('hex'))
    const paid = await findPaidOrderOf(db, { creatorUid, checkoutId }, undefined)
    if (!paid || now.getTime() - paid.updatedAt.getTime() < repeatMs) return checkoutId
  }
}

/** Describes who sends which tip. An account is the same in every network; the way to pay is no part of the tip. */
function describe({ tip, userAgent }: SentForm, earlierTips: number): string {
  const { supporter, addressHash, creatorUid, goalId, amountMinor, currency } = tip
  const { name, message, isPrivate, coversFee } = tip
  const sender = supporter ? ['account', supporter.uid] : ['network', addressHash]
  const fields = [creatorUid, goalId, amountMinor, currency, name, message, isPrivate, coversFee]
  return `form-checkout ${JSON.stringify([...sender, userAgent, ...fields, earlierTips])}`
}

/** Writes a hash as a UUID of version 8 (https://www.rfc-editor.org/rfc/rfc9562#section-5.8). */
function toUuid(hash: string): string {
  const parts = [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(13, 16)}`, `8${hash.slice(17, 20)}`]
  return [...parts, hash.slice(20, 32)].join('-')
}
