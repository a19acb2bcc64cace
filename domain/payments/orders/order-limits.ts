/**
 * Limits how often payments may be opened, and slows down people who test stolen cards. Paid orders are taken out of the counts
 * again, so that a crowd behind one network can pay as often as it likes. Each declined payment makes the next wait longer.
 */
import { openLimiters } from '../../security/limiters.ts'
import type { LimitSource } from '../../security/limiters.ts'

/** Whom an order counts against: its creator, and the account and network that it was opened from. */
export interface OrderOrigin {
  creatorUid: string
  /** Null for a guest. */
  supporterUid: string | null
  /** The keyed hash of the network; null once it is forgotten. */
  addressHash: string | null
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

const rules = {
  /** These three count orders that were opened and not paid. */
  'open-network': { points: 60, duration: 10 * minute },
  'open-account': { points: 20, duration: 10 * minute },
  'open-creator': { points: 3000, duration: 10 * minute },
  /** These five count declined payments; `wait` is what limits. */
  'failed-network': { points: 10, duration: day },
  'failed-account': { points: 3, duration: day },
  'failed-order': { points: 5, duration: day },
  'failed-card': { points: 5, duration: day },
  'failed-creator': { points: 30, duration: 10 * minute },
  /** A key that has to wait is listed here; the duration is given each time. */
  wait: { points: 0, duration: day },
  proof: { points: 1, duration: 20 * minute },
  /** Calls of visitors that ask the provider about one order. */
  'look-up': { points: 40, duration: 10 * minute },
}

/** From this many declined payments on, a proof of work is required: half of what makes an account or network wait. */
const suspicious = { 'failed-network': 5, 'failed-account': 2, 'failed-creator': 30 } as const

const firstWait = 30
const longestWait = hour
/** A network is many people: each paid order takes back so many declined payments of that network. */
const forgivenByPaid = 2

export type OrderLimits = ReturnType<typeof openOrderLimits>

/** Opens the limits; their counters are in Redis, or in memory without it. */
export function openOrderLimits(source: LimitSource) {
  const limiters = openLimiters('order', rules, source)

  async function noteRefused(rule: 'failed-network' | 'failed-account', key: string): Promise<void> {
    const over = (await limiters.add(rule, key)) - rules[rule].points
    if (over <= 0) return
    await limiters.holdBack('wait', `${rule} ${key}`, Math.min(firstWait * 2 ** (over - 1), longestWait))
  }

  async function isOver(rule: 'failed-order' | 'failed-card', key: string | undefined): Promise<boolean> {
    return key !== undefined && (await limiters.add(rule, key)) >= rules[rule].points
  }

  const isMany = async (rule: keyof typeof suspicious, key: string | null) =>
    key !== null && (await limiters.count(rule, key)) >= suspicious[rule]

  return {
    /** True when so many payments of this account, network or creator were declined that a program may be trying cards. */
    async isSuspicious({ addressHash, supporterUid, creatorUid }: OrderOrigin) {
      const found = await Promise.all([
        isMany('failed-network', addressHash),
        isMany('failed-account', supporterUid),
        isMany('failed-creator', creatorUid),
      ])
      return found.includes(true)
    },

    /** Marks a proof, named by its signature, as used. Returns false when it was used before. */
    /** Counts a look-up at the provider that a visitor asks for; false when there were too many of this order. */
    mayLookUp: async (orderId: string) => (await limiters.add('look-up', orderId)) <= rules['look-up'].points,

    useProof: async (signature: string) => (await limiters.add('proof', signature)) === 1,

    /** Throws AppError `rate_limited`, with the remaining seconds, while the account or network has to wait. */
    async checkWait({ addressHash, supporterUid }: OrderOrigin) {
      if (addressHash) await limiters.check('wait', `failed-network ${addressHash}`)
      if (supporterUid) await limiters.check('wait', `failed-account ${supporterUid}`)
    },

    /** Counts an order before it is opened. Throws AppError `rate_limited` with the seconds to wait. */
    async takeOrder({ addressHash, supporterUid, creatorUid }: OrderOrigin) {
      if (addressHash) await limiters.take('open-network', addressHash)
      if (supporterUid) await limiters.take('open-account', supporterUid)
      await limiters.take('open-creator', creatorUid) // last: who is refused before cannot use a creator's up
    },

    /** Takes a paid order out of the counts. */
    async notePaid({ addressHash, supporterUid, creatorUid }: OrderOrigin) {
      await limiters.giveBack('open-creator', creatorUid)
      if (addressHash) {
        await limiters.giveBack('open-network', addressHash)
        await limiters.giveBack('failed-network', addressHash, forgivenByPaid)
      }
      if (supporterUid) {
        await limiters.giveBack('open-account', supporterUid)
        await limiters.forget('failed-account', supporterUid)
        await limiters.forget('wait', `failed-account ${supporterUid}`)
      }
    },

    /** Counts a declined payment. Returns true when there were too many on one page, or of one card. */
    async noteFailure({ id, fingerprint, addressHash, supporterUid, creatorUid }: FailedAttempt) {
      await limiters.add('failed-creator', creatorUid)
      if (addressHash) await noteRefused('failed-network', addressHash)
      if (supporterUid) await noteRefused('failed-account', supporterUid)
      const isPageOver = await isOver('failed-order', id)
      const isCardOver = await isOver('failed-card', fingerprint)
      return isPageOver || isCardOver
    },

    close: limiters.close,
  }
}
