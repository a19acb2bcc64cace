/** What a creator takes: the least tip, whose tips not, and which wait until she has looked at them. */
import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { failsWith } from './check-error.ts'
import { isoTime, userName } from './entities.ts'
import { minorUnits, payoutCurrency, tipAmount } from './money.ts'
import { plainText } from './text.ts'
import { tipTextLimits } from './tip.ts'

export const getTipLimits = defineCall({
  method: 'GET',
  path: 'account/tip-limits',
  access: 'public',
  summary: 'What a fan has to know of a creator’s rules before paying: the least tip.',
  query: z.object({ username: userName }),
  response: z.object({ minimum: minorUnits, currency: z.nullable(payoutCurrency) }),
})

/** `holdFrom`: an account’s first tip of so much, and every such tip of a guest, is held; null holds none. */
export const tipRules = z.object({ minimum: tipAmount, holdFrom: z.nullable(tipAmount) })
export type TipRules = z.output<typeof tipRules>

export const getTipRules = defineCall({
  method: 'GET',
  path: 'account/tip-rules',
  access: 'creator',
  summary: 'The signed-in creator’s own rules for tips.',
  response: tipRules,
})

export const saveTipRules = defineCall({
  method: 'POST',
  path: 'account/save-tip-rules',
  access: 'creator',
  summary: 'Changes them, for every order that is opened from now on.',
  body: tipRules,
  response: tipRules,
})

/** Somebody whose tips a creator does not take. `anonymous` says no more than that: it may be an account or a guest. */
export const blockedSupporter = z.object({
  id: z.uuid(),
  name: z.string(),
  kind: z.enum(['account', 'guest', 'anonymous']),
  at: isoTime,
})
export type BlockedSupporter = z.output<typeof blockedSupporter>

const blockedList = z.object({ supporters: z.array(blockedSupporter) })

export const getBlockedSupporters = defineCall({
  method: 'GET',
  path: 'account/blocked-supporters',
  access: 'creator',
  summary: 'Whom the signed-in creator has blocked, the latest first.',
  response: blockedList,
})

export const blockSupporter = defineCall({
  method: 'POST',
  path: 'account/block-supporter',
  access: 'creator',
  summary:
    'Takes no more tips from who gave one of the creator’s tips, from an account (`@name`), or from guests of a name. They are refused in neutral words.',
  body: z.union([
    z.object({ tipId: z.uuid() }),
    z.object({ name: plainText(tipTextLimits.name).check(z.minLength(1, failsWith('invalid_name'))) }),
  ]),
  response: blockedList,
})

export const unblockSupporter = defineCall({
  method: 'POST',
  path: 'account/unblock-supporter',
  access: 'creator',
  summary: 'Takes tips from them again.',
  body: z.object({ id: z.uuid() }),
  response: blockedList,
})

export const endHold = defineCall({
  method: 'POST',
  path: 'goals/end-hold',
  access: 'creator',
  summary:
    'Releases one of the creator’s held tips to the stream and the chats, or dismisses it: then it is shown nowhere. The money counts either way.',
  body: z.object({ tipId: z.uuid(), action: z.enum(['release', 'dismiss']) }),
  response: z.object({}),
})
