/**
 * Limits how many payments may be opened, and slows down people who test stolen cards. Paid orders are subtracted from the counts,
 * so that any number of people behind one network can pay. Each further declined payment doubles the wait before the next order.
 */
import { Counter } from 'prom-client'
import { limitsOf } from '../../../contract/limits.ts'
import { openLimiters } from '../../security/limiters.ts'
import type { Key, LimitSource, Limiters } from '../../security/limiters.ts'
import type { Network } from '../../security/network-key.ts'

/** The creator, account and network for which an order is counted. */
export interface OrderOrigin {
  creatorUid: string
  /** Null for a guest. */
  supporterUid: string | null
  /** The keyed hash of the network; null once it was deleted. */
  addressHash: string | null
  /** The keyed hashes of the /56 and the /48 around the network; empty for IPv4. */
  widerAddressHashes: readonly string[]
}

/** A payment method that a provider declined. */
export interface FailedAttempt extends OrderOrigin {
  /** Our id of the order. */
  id: string
  /** The provider's fingerprint of the card; undefined if the provider gives none. */
  fingerprint?: string | undefined
}

/** `open-…` counts orders that were opened and not paid, `failed-…` declined payments; the latter refuse nothing themselves. */
const rules = limitsOf('order')
/**
 * The number of declined payments from which a proof of work is required. Only above about twice as many, the account or network
 * has to wait.
 */
const suspicious = { 'failed-network': 5, 'failed-account': 2 } as const

/**
 * The proof of work becomes twice as hard when a creator's unpaid orders reach three times their limit, and three times as hard at
 * ten times the limit.
 */
const harderFrom = [3, 10] as const

/**
 * The number of look-ups of each order that do not count for the visitor's network. Opening orders is already limited by network.
 */
export const ownLookUps = 3

const firstWait = 30
const longestWait = 60 * 60
/**
 * How many declined payments a paid order subtracts from its network's count. It is more than one, because many people may share a
 * network.
 */
const forgivenByPaid = 2

const declined = new Counter({
  name: 'brimful_declined_payments_total',
  help: 'Payments that a provider declined, each counted by the process that got the report',
})

export type OrderLimits = ReturnType<typeof openOrderLimits>

/** Opens the limits on orders. Their counters are in Redis, or in memory without Redis. */
export function openOrderLimits(source: LimitSource) {
  const limiters = openLimiters('order', rules, source)
  return {
    ...limitOrders(limiters),
    ...limitDeclines(limiters),
    ...limitProofs(limiters),

    /**
     * Counts a look-up at the provider that a visitor causes, of an order or of a checkout's orders. Returns false when there were
     * too many of them, or from the visitor's networks. The first three of each do not count for networks, so that a stranger in the
     * same network cannot prevent others from paying.
     */
    async mayLookUp(orderId: string, visitor: readonly Network[]): Promise<boolean> {
      const ofOrder = await limiters.add('look-up', orderId)
      if (ofOrder <= ownLookUps) return true
      if (ofOrder > rules['look-up'].points) return false
      for (const network of visitor) {
        const count = await limiters.add('look-up-network', network)
        if (count > rules['look-up-network'].points * network.times) return false
      }
      return true
    },

    /**
     * Subtracts paid orders from the counts. Each creator, network and account is changed once, however many of its orders were
     * paid. A count that cannot be changed does not hold up the others.
     */
    async notePaid(origins: readonly OrderOrigin[]) {
      const creators = countKeys(origins.map(({ creatorUid }) => creatorUid))
      const networks = countKeys(origins.flatMap(networksOf))
      const accounts = countKeys(origins.flatMap(accountOf))
      await Promise.all([
        ...creators.map(([uid, orders]) => limiters.giveBack('open-creator', uid, orders)),
        ...networks.flatMap(([network, orders]) => [
          limiters.giveBack('open-network', network, orders),
          limiters.giveBack('failed-network', network, orders * forgivenByPaid),
        ]),
        ...accounts.flatMap(([uid, orders]) => [
          limiters.giveBack('open-account', uid, orders),
          limiters.forget('failed-account', uid),
          limiters.forget('wait', waitKey('failed-account', uid)),
        ]),
      ])
    },

    close: limiters.close,
  }
}

type Counters = Limiters<keyof typeof rules>

function limitOrders(limiters: Counters) {
  return {
    /** Starts the count of one order against the limits of its networks and account. */
    startOrder: (origin: OrderOrigin) => startOrder(limiters, origin),

    /**
     * Counts an opened order for its creator. It never throws, because too many orders for a creator only make them require a proof
     * of work.
     */
    async addToCreator(creatorUid: string) {
      await limiters.add('open-creator', creatorUid)
    },
  }
}

/** The count of one order, before it is opened. */
export interface OrderCount {
  /** Counts the order. Throws AppError `rate_limited` with the seconds to wait. */
  take(): Promise<void>
  /** Subtracts what was counted; the order is not opened. What is still being counted is subtracted as well. */
  giveBack(): Promise<void>
}

function startOrder(limiters: Counters, origin: OrderOrigin): OrderCount {
  type Counted = ['open-network' | 'open-account', Key]
  const keys: Counted[] = [
    ...networksOf(origin).map((network): Counted => ['open-network', network]),
    ...accountOf(origin).map((uid): Counted => ['open-account', uid]),
  ]
  const taken: Counted[] = []
  let isEnded = false

  async function subtract() {
    for (const [rule, key] of taken.splice(0)) await limiters.giveBack(rule, key)
  }

  return {
    async take() {
      for (const [rule, key] of keys) {
        await limiters.take(rule, key)
        taken.push([rule, key])
      }
      if (isEnded) await subtract()
    },
    async giveBack() {
      isEnded = true
      await subtract()
    },
  }
}

function limitDeclines(limiters: Counters) {
  async function noteRefused(rule: 'failed-network' | 'failed-account', key: Key): Promise<void> {
    const over = (await limiters.add(rule, key)) - rules[rule].points * timesOf(key)
    if (over <= 0) return
    await limiters.holdBack('wait', waitKey(rule, key), Math.min(firstWait * 2 ** (over - 1), longestWait))
  }

  async function isOver(rule: 'failed-order' | 'failed-card', key: string | undefined): Promise<boolean> {
    return key !== undefined && (await limiters.add(rule, key)) >= rules[rule].points
  }

  return {
    /** Throws AppError `rate_limited` with the remaining seconds while the account or network has to wait. */
    async checkWait(origin: OrderOrigin) {
      for (const network of networksOf(origin))
        await limiters.check('wait', waitKey('failed-network', network))
      for (const uid of accountOf(origin)) await limiters.check('wait', waitKey('failed-account', uid))
    },

    /**
     * Counts a declined payment. Returns true when too many payments were declined on one page of the provider, or for one card.
     */
    async noteFailure({ id, fingerprint, ...origin }: FailedAttempt) {
      declined.inc()
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
    /** Returns true when so many payments of this account or network were declined that a program may be testing cards. */
    async isSuspicious(origin: OrderOrigin) {
      const found = await Promise.all([
        ...networksOf(origin).map((network) => isMany('failed-network', network)),
        ...accountOf(origin).map((uid) => isMany('failed-account', uid)),
      ])
      return found.includes(true)
    },

    /**
     * Returns the difficulty of the proof of work that an order for a creator requires: 0 for none, and up to 3 when many orders
     * for the creator were opened and not paid. If many payments to the creator were declined, it is at least 1.
     */
    async workFor(creatorUid: string): Promise<number> {
      const { points } = rules['open-creator']
      const open = await limiters.count('open-creator', creatorUid)
      if (open >= points * harderFrom[1]) return 3
      if (open >= points * harderFrom[0]) return 2
      const declined = await limiters.count('failed-creator', creatorUid)
      return open >= points || declined >= rules['failed-creator'].points ? 1 : 0
    },

    /** Marks a proof of work, identified by its signature, as used. Returns false when it was used before. */
    useProof: async (signature: string) => (await limiters.add('proof', signature)) === 1,
  }
}

/** Returns the networks of an order by their hashes, the narrowest first. */
export function networksOf({ addressHash, widerAddressHashes }: OrderOrigin): Network[] {
  if (addressHash === null) return []
  return [addressHash, ...widerAddressHashes].map((name, wider) => ({ name, times: 2 ** wider }))
}

const accountOf = ({ supporterUid }: OrderOrigin) => (supporterUid === null ? [] : [supporterUid])

/** Returns each key once, with how often it occurs. */
function countKeys<K extends Key>(keys: readonly K[]): [K, number][] {
  const counted = new Map<string, [K, number]>()
  for (const key of keys) {
    const name = typeof key === 'string' ? key : `${key.times} ${key.name}`
    counted.set(name, [key, (counted.get(name)?.[1] ?? 0) + 1])
  }
  return [...counted.values()]
}

const timesOf = (key: Key) => (typeof key === 'string' ? 1 : key.times)

const waitKey = (rule: 'failed-network' | 'failed-account', key: Key) =>
  `${rule} ${typeof key === 'string' ? key : key.name}`
