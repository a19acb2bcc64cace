/**
 * Limits how often payments may be opened, and slows down people who test stolen cards. Paid orders are taken out of the counts
 * again, so that a crowd behind one network can pay as often as it likes. Each declined payment makes the next wait longer.
 */
import { openLimiters } from '../../security/limiters.ts'
import type { Key, LimitSource, Limiters } from '../../security/limiters.ts'
import type { Network } from '../../security/network-key.ts'

/** Whom an order counts against: its creator, and the account and network that it was opened from. */
export interface OrderOrigin {
  creatorUid: string
  /** Null for a guest. */
  supporterUid: string | null
  /** The keyed hash of the network; null once it is forgotten. */
  addressHash: string | null
  /** Those of the /56 and the /48 around it; empty for IPv4. */
  widerAddressHashes: readonly string[]
}

/** A payment method that a provider declined. */
export interface FailedAttempt extends OrderOrigin {
  /** Our id of the order. */
  id: string
  /** The provider's identifier of the card; undefined when it gives none. */
  fingerprint?: string | undefined
}

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** A network's limits are those of an IPv4 address or a /64; a /56 has them twice and a /48 four times. */
export const orderRules = {
  /** These three count orders that were opened and not paid. Over the last, an order requires a proof of work. */
  'open-network': { points: 60, duration: 10 * minute },
  'open-account': { points: 20, duration: 10 * minute },
  'open-creator': { points: 300, duration: 10 * minute },
  /** These five count declined payments; `wait` is what limits. */
  'failed-network': { points: 10, duration: day },
  'failed-account': { points: 3, duration: day },
  'failed-order': { points: 5, duration: day },
  'failed-card': { points: 5, duration: day },
  'failed-creator': { points: 30, duration: 10 * minute },
  /** Lists the keys that have to wait; the duration is given for each. */
  wait: { points: 0, duration: day },
  proof: { points: 1, duration: 20 * minute },
  /** Requests of visitors that ask the provider about one order, and about any order. */
  'look-up': { points: 40, duration: 10 * minute },
  'look-up-network': { points: 200, duration: 10 * minute },
}
/** From this many declined payments on, a proof of work is required: half of what makes an account or network wait. */
const suspicious = { 'failed-network': 5, 'failed-account': 2 } as const

/** From so many times the limit of a creator's unpaid orders on, a proof is twice, and three times, the work. */
const harderFrom = [3, 10] as const

/** So many look-ups of an order do not count for networks: orders are limited by network already. */
export const ownLookUps = 3

const firstWait = 30
const longestWait = hour
/** Many people share a network, so each paid order subtracts this many declined payments from its network's count. */
const forgivenByPaid = 2

export type OrderLimits = ReturnType<typeof openOrderLimits>

/** Opens the limits; their counters are in Redis, or in memory without it. */
export function openOrderLimits(source: LimitSource) {
  const limiters = openLimiters('order', orderRules, source)
  return {
    ...limitOrders(limiters),
    ...limitDeclines(limiters),
    ...limitProofs(limiters),

    /**
     * Counts a look-up at the provider that a visitor asks for. False when there were too many of this order, or by the networks
     * of the visitor; an order's first three do not count for networks, so that a stranger keeps no neighbour from paying.
     */
    async mayLookUp(orderId: string, visitor: readonly Network[]): Promise<boolean> {
      const ofOrder = await limiters.add('look-up', orderId)
      if (ofOrder <= ownLookUps) return true
      if (ofOrder > orderRules['look-up'].points) return false
      for (const network of visitor) {
        const count = await limiters.add('look-up-network', network)
        if (count > orderRules['look-up-network'].points * network.times) return false
      }
      return true
    },

    /** Takes a paid order out of the counts. */
    async notePaid(origin: OrderOrigin) {
      await limiters.giveBack('open-creator', origin.creatorUid)
      for (const network of networksOf(origin)) {
        await limiters.giveBack('open-network', network)
        await limiters.giveBack('failed-network', network, forgivenByPaid)
      }
      for (const uid of accountOf(origin)) {
        await limiters.giveBack('open-account', uid)
        await limiters.forget('failed-account', uid)
        await limiters.forget('wait', waitKey('failed-account', uid))
      }
    },

    close: limiters.close,
  }
}

type Counters = Limiters<keyof typeof orderRules>

function limitOrders(limiters: Counters) {
  return {
    /** Counts an order of a network and account before it is opened. Throws AppError `rate_limited` with the seconds to wait. */
    async takeOrder(origin: OrderOrigin) {
      await limiters.takeNetworks('open-network', networksOf(origin))
      for (const uid of accountOf(origin)) await limiters.take('open-account', uid)
    },

    /** Takes back an order that was counted and not opened. */
    async returnOrder(origin: OrderOrigin) {
      for (const network of networksOf(origin)) await limiters.giveBack('open-network', network)
      for (const uid of accountOf(origin)) await limiters.giveBack('open-account', uid)
    },

    /** Counts an order for its creator, for whom nobody is ever refused. */
    async addToCreator(creatorUid: string) {
      await limiters.add('open-creator', creatorUid)
    },
  }
}

function limitDeclines(limiters: Counters) {
  async function noteRefused(rule: 'failed-network' | 'failed-account', key: Key): Promise<void> {
    const over = (await limiters.add(rule, key)) - orderRules[rule].points * timesOf(key)
    if (over <= 0) return
    await limiters.holdBack('wait', waitKey(rule, key), Math.min(firstWait * 2 ** (over - 1), longestWait))
  }

  async function isOver(rule: 'failed-order' | 'failed-card', key: string | undefined): Promise<boolean> {
    return key !== undefined && (await limiters.add(rule, key)) >= orderRules[rule].points
  }

  return {
    /** Throws AppError `rate_limited`, with the remaining seconds, while the account or network has to wait. */
    async checkWait(origin: OrderOrigin) {
      for (const network of networksOf(origin))
        await limiters.check('wait', waitKey('failed-network', network))
      for (const uid of accountOf(origin)) await limiters.check('wait', waitKey('failed-account', uid))
    },

    /** Counts a declined payment. Returns true when there were too many on one page, or of one card. */
    async noteFailure({ id, fingerprint, ...origin }: FailedAttempt) {
      await limiters.add('failed-creator', origin.creatorUid)
      for (const network of networksOf(origin)) await noteRefused('failed-network', network)
      for (const uid of accountOf(origin)) await noteRefused('failed-account', uid)
      const isPageOver = await isOver('failed-order', id)
      const isCardOver = await isOver('failed-card', fingerprint)
      return isPageOver || isCardOver
    },
  }
}

function limitProofs(limiters: Counters) {
  const isMany = async (rule: keyof typeof suspicious, key: Key) =>
    (await limiters.count(rule, key)) >= suspicious[rule] * timesOf(key)

  return {
    /** True when so many payments of this account or network were declined that a program may be trying cards. */
    async isSuspicious(origin: OrderOrigin) {
      const found = await Promise.all([
        ...networksOf(origin).map((network) => isMany('failed-network', network)),
        ...accountOf(origin).map((uid) => isMany('failed-account', uid)),
      ])
      return found.includes(true)
    },

    /**
     * How much work an order for a creator requires: 0 for none, up to 3 the more orders were opened and not paid. So does a
     * creator for whom many payments were declined.
     */
    async workFor(creatorUid: string): Promise<number> {
      const { points } = orderRules['open-creator']
      const open = await limiters.count('open-creator', creatorUid)
      if (open >= points * harderFrom[1]) return 3
      if (open >= points * harderFrom[0]) return 2
      const declined = await limiters.count('failed-creator', creatorUid)
      return open >= points || declined >= orderRules['failed-creator'].points ? 1 : 0
    },

    /** Marks a proof, named by its signature, as used. Returns false when it was used before. */
    useProof: async (signature: string) => (await limiters.add('proof', signature)) === 1,
  }
}

/** The networks of an order by their hashes, the narrowest first. */
function networksOf({ addressHash, widerAddressHashes }: OrderOrigin): Network[] {
  if (addressHash === null) return []
  return [addressHash, ...widerAddressHashes].map((name, wider) => ({ name, times: 2 ** wider }))
}

const accountOf = ({ supporterUid }: OrderOrigin) => (supporterUid === null ? [] : [supporterUid])

const timesOf = (key: Key) => (typeof key === 'string' ? 1 : key.times)

const waitKey = (rule: 'failed-network' | 'failed-account', key: Key) =>
  `${rule} ${typeof key === 'string' ? key : key.name}`
