/** What anybody may read about creators: the responses of the calls behind the public pages. */
import * as calls from '../../contract/accounts/account-calls.ts'
import { getAllGoals, getCreatorLeaderboard } from '../../contract/goals/goal-calls.ts'
import { getWalletSettings } from '../../contract/payments/stripe-calls.ts'
import { getTipLimits } from '../../contract/payments/tip-rule-calls.ts'
import { AppError } from '../../contract/errors.ts'
import type { Db } from '../../db/connection.ts'
import { findCreatorUid, findPublicCreator } from '../../db/queries/accounts/accounts.ts'
import type { PublicCreatorRow } from '../../db/queries/accounts/accounts.ts'
import { listPublicGoals } from '../../db/queries/goals/goals.ts'
import { listCreators, listFeaturedCreators } from '../../db/queries/pages/listed-creators.ts'
import type { CreatorFilter } from '../../db/queries/pages/listed-creators.ts'
import { findWalletPayee } from '../../db/queries/payments/wallet-domains.ts'
import { defaultTipRules } from '../../db/queries/payments/tip-rules.ts'
import type { Config } from '../../domain/config/config.ts'
import { toCreator, toViewedCreator } from '../../domain/accounts/to-creator.ts'
import { ownPayeeId } from '../../domain/payments/provider/own-account.ts'
import { toGoal } from '../../domain/goals/to-goal.ts'
import { readLeaderboard } from '../../domain/insights/read-leaderboard.ts'
import { listOfferedCurrencies } from '../../domain/payments/rates/offered-currencies.ts'
import type { AppContext } from '../context.ts'
import { found } from '../http/errors.ts'
import { defineRead } from '../http/handle.ts'
import type { PublicRead } from '../http/handle.ts'

const mostCreators = 1000
const mostFeatured = 24

/** Finds creators who are not suspended by user name in lower case. */
export interface CreatorFinder {
  uid(userName: string): Promise<string | undefined>
  profile(userName: string): Promise<PublicCreatorRow | undefined>
}

/** Finds creators as they are at each call. */
function findEach(db: Db): CreatorFinder {
  return {
    uid: (userName) => findCreatorUid(db, userName),
    profile: (userName) => findPublicCreator(db, { userName }),
  }
}

/** Finds each creator once. Only for a single page, because all its reads need the same creator. */
export function findOnce(db: Db): CreatorFinder {
  const found = new Map<string, Promise<PublicCreatorRow | undefined>>()

  function profile(userName: string): Promise<PublicCreatorRow | undefined> {
    const running = found.get(userName) ?? findPublicCreator(db, { userName })
    found.set(userName, running)
    return running
  }
  return { uid: async (userName) => (await profile(userName))?.uid, profile }
}

type ReadContext = Pick<AppContext, 'db' | 'replica' | 'config'>

/**
 * Returns the reads, one for each call. The API and the rendering of pages use the same ones. They read from the replica while it is
 * current, and again from the primary what the replica has not yet or fails to answer.
 */
export function publicReads({ db, replica, config }: ReadContext, finderOf = findEach): PublicRead[] {
  const current = readsFrom(db, finderOf(db), config)
  if (!replica) return current
  const older = readsFrom(replica.db, finderOf(replica.db), config)

  async function read(i: number, query: unknown): Promise<unknown> {
    try {
      return await older[i]!.read(query)
    } catch (error) {
      if (error instanceof AppError && error.code !== 'not_found') throw error
      if (!(error instanceof AppError)) replica!.distrust()
      return current[i]!.read(query)
    }
  }

  return current.map((one, i) => ({
    call: one.call,
    read: (query, isCurrent) => (isCurrent || !replica.isCurrent() ? one.read(query) : read(i, query)),
  }))
}

function readsFrom(db: Db, creators: CreatorFinder, config: Config): PublicRead[] {
  const getUid = async ({ username }: { username: string }) => found(await creators.uid(username))
  const getCreator = async ({ username }: { username: string }) => found(await creators.profile(username))
  const list = async ({ limit = mostCreators, ...filter }: ListQuery) =>
    (await listCreators(db, { ...filter, limit })).map(toCreator)

  return [
    defineRead(calls.getUserDataByUsername, async (query) => ({ uid: await getUid(query) })),
    defineRead(calls.getCreatorProfile, async (query) => toViewedCreator(await getCreator(query))),
    defineRead(calls.getFeaturedCreators, async () =>
      (await listFeaturedCreators(db, mostFeatured)).map(toCreator),
    ),
    defineRead(calls.getAllCreators, list),
    defineRead(calls.getAllCreatorsForTags, list),
    defineRead(calls.getAllCreatorsForSearch, list),
    defineRead(getAllGoals, async (query) => (await listPublicGoals(db, await getUid(query))).map(toGoal)),
    defineRead(getCreatorLeaderboard, async (query) => readLeaderboard(db, await getUid(query))),
    defineRead(getTipLimits, async (query) => readTipLimits(db, await getCreator(query))),
    defineRead(getWalletSettings, async (query) => readWalletSettings(db, config, await getUid(query))),
  ]
}

type ListQuery = Omit<CreatorFilter, 'limit'> & { limit?: number }

async function readTipLimits(
  db: Db,
  { currency, minimumMinor }: Pick<PublicCreatorRow, 'currency' | 'minimumMinor'>,
) {
  const minimum = minimumMinor ?? defaultTipRules.minimumMinor
  const offered = currency ? await listOfferedCurrencies(db, currency, minimum) : []
  const currencies = offered.map(({ minimumMinor, ...one }) => ({ ...one, minimum: minimumMinor }))
  return { minimum, currency, currencies }
}

async function readWalletSettings(db: Db, { stripe, publicUrl }: Config, uid: string) {
  if (!stripe?.publishableKey) return { wallets: null }
  const accountId = await findWalletPayee(db, uid, 'stripe', new URL(publicUrl).hostname)
  if (accountId === undefined) return { wallets: null }
  const { publishableKey, jsUrl = null } = stripe
  const account = accountId === ownPayeeId ? null : accountId
  return { wallets: { publishableKey, accountId: account, scriptUrl: jsUrl } }
}
