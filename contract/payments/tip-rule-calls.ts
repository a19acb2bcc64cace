/** Calls for a creator's rules for tips: the minimum, blocked supporters, and which tips are held for review. */
import * as z from 'zod/mini'
import { creatorCall, publicCall } from '../call.ts'
import { failsWith } from '../check-error.ts'
import { isoTime, userName } from '../entities.ts'
import { currency, minorUnits, payoutCurrency, tipAmount } from '../money/money.ts'
import { shownName } from '../shown-name.ts'
import { tipTextLimits } from './tip.ts'

export const getTipLimits = publicCall.get('account/tip-limits', {
  summary: 'The minimum tip of a creator, and the currencies in which tips are taken.',
  query: z.object({ username: userName }),
  response: z.object({
    minimum: minorUnits,
    currency: z.nullable(payoutCurrency),
    /** The creator’s own currency first, and others while there is a published rate; none before the creator has chosen one. */
    currencies: z._default(
      z.array(
        z.object({
          currency,
          minimum: minorUnits,
          /** About what one unit is worth in the creator’s currency. */
          rate: z.number(),
        }),
      ),
      [],
    ),
  }),
})

/**
 * `minimum` is the smallest tip. `holdFrom`: a tip of at least this amount is held if it comes from a guest or is an account's
 * first. Null: no tip is held for its amount.
 */
export const tipRules = z.object({ minimum: tipAmount, holdFrom: z.nullable(tipAmount) })
export type TipRules = z.output<typeof tipRules>

export const getTipRules = creatorCall.get('account/tip-rules', {
  summary: 'The signed-in creator’s own rules for tips.',
  response: tipRules,
})

export const saveTipRules = creatorCall.post('account/save-tip-rules', {
  summary: 'Changes the rules for orders that are opened from now on.',
  body: tipRules,
  response: tipRules,
})

/**
 * A supporter whose tips a creator does not accept. An entry with `anonymous` does not reveal whether the supporter is an account
 * or a guest.
 */
export const blockedSupporter = z.object({
  id: z.uuid(),
  name: z.string(),
  kind: z.enum(['account', 'guest', 'anonymous']),
  at: isoTime,
})
export type BlockedSupporter = z.output<typeof blockedSupporter>

const blockedList = z.object({ supporters: z.array(blockedSupporter) })

export const getBlockedSupporters = creatorCall.get('account/blocked-supporters', {
  summary: 'The supporters that the signed-in creator has blocked, latest first.',
  response: blockedList,
})

export const blockSupporter = creatorCall.post('account/block-supporter', {
  summary:
    'Blocks the supporter of a tip, an account (`@name`), or guests with a name. Their payments are refused without a mention of the block.',
  body: z.union([
    z.object({ tipId: z.uuid() }),
    z.object({ name: shownName(tipTextLimits.name).check(z.minLength(1, failsWith('invalid_name'))) }),
  ]),
  response: blockedList,
})

export const unblockSupporter = creatorCall.post('account/unblock-supporter', {
  summary: 'Unblocks a supporter.',
  body: z.object({ id: z.uuid() }),
  response: blockedList,
})

export const endHold = creatorCall.post('goals/end-hold', {
  summary:
    'Releases one of the creator’s held tips to the stream and the chats, or dismisses it so that it is never shown. The money counts either way.',
  costs: 'a row that is fanned out to the own overlays',
  body: z.object({ tipId: z.uuid(), action: z.enum(['release', 'dismiss']) }),
})
