/** Fills an empty installation with a demo: people, goals and past tips, all created by the product's own functions. */
import { toMinorUnits } from '../contract/money/minor-units.ts'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Db, Trx } from '../db/connection.ts'
import { insertAccount } from '../db/queries/accounts/accounts.ts'
import { saveConnection } from '../db/queries/chat/connections.ts'
import { savePayoutAccount } from '../db/queries/payments/payout-accounts.ts'
import { hashPassword } from '../domain/accounts/passwords.ts'
import type { Config } from '../domain/config/config.ts'
import { openLinks, renewLinks } from './links.ts'
import { demoPassword, demoSupporter, listDemoCreators, demoNameOf } from './people.ts'
import type { DemoCreator } from './people.ts'
import { recordPastTips } from './record-past-tips.ts'
import type { MadeCreator } from './record-past-tips.ts'

export interface SeedContext {
  db: Db
  config: Config
  /** The URL of the sandbox. Without it the demo has no payout accounts and no chats. */
  sandboxUrl?: string | undefined
  log: Logger
}

/** An account to log in with. */
export interface DemoAccount {
  role: 'creator' | 'supporter'
  userName: string
  email: string
  password: string
}

const dayInMs = 24 * 3600_000

/**
 * Creates the demo once; every call returns the accounts to log in with. Reconnects payout accounts and channels that a restarted
 * sandbox has lost. If other accounts already have the demo's names, creates nothing and returns none. Never runs in production.
 */
export async function seedDemo(ctx: SeedContext): Promise<DemoAccount[]> {
  if (ctx.config.isProduction) throw new Error('Demo accounts are never made in production.')
  const before = await findDemo(ctx.db, ctx.config)
  if (before === 'taken') {
    ctx.log.warn('no demo: its names are taken')
    return []
  }
  if (before === 'none') await makeDemo(ctx)
  else await renewLinks(ctx)
  return listDemoAccounts(ctx.config)
}

function listDemoAccounts(config: Config): DemoAccount[] {
  const toAccount = (role: DemoAccount['role']) => (person: { userName: string; email: string }) => ({
    role,
    userName: person.userName,
    email: person.email,
    password: demoPassword,
  })
  return [...listDemoCreators(config).map(toAccount('creator')), toAccount('supporter')(demoSupporter)]
}

/**
 * Returns whether the demo exists ('made') or other accounts have its names ('taken'). One transaction creates the whole demo, so
 * the account of its supporter proves that all of it exists.
 */
async function findDemo(db: Db, config: Config): Promise<'none' | 'made' | 'taken'> {
  const names = [...listDemoCreators(config), demoSupporter].map(({ userName }) => userName)
  const rows = await db.selectFrom('account').select('email').where('userName', 'in', names).execute()
  if (rows.length === 0) return 'none'
  return rows.some(({ email }) => email === demoSupporter.email) ? 'made' : 'taken'
}

async function makeDemo(ctx: SeedContext): Promise<void> {
  const passwordHash = await hashPassword(demoPassword)
  const made = new Map<string, MadeCreator>()
  for (const creator of listDemoCreators(ctx.config)) {
    const uid = randomUUID()
    made.set(demoNameOf(creator), { creator, uid, links: await openLinks(ctx, uid, creator) })
  }
  await ctx.db.transaction().execute(async (trx) => {
    // Another process may seed at the same time.
    await sql`select pg_advisory_xact_lock(hashtext('brimful demo'))`.execute(trx)
    if ((await findDemo(trx, ctx.config)) !== 'none') return
    const supporterUid = await insertSupporter(trx, passwordHash)
    for (const creator of made.values()) await insertCreator(trx, creator, passwordHash)
    await recordPastTips(trx, ctx.config, made, supporterUid)
  })
}

const nothingYet = { googleId: null, ytUrl: null, twitterUrl: null, instaUrl: null, fbUrl: null }

async function insertSupporter(trx: Trx, passwordHash: string): Promise<string> {
  const bare = { image: null, coverImage: null, currency: null }
  const supporter = { ...nothingYet, ...bare, ...demoSupporter, passwordHash }
  const account = await insertAccount(trx, { ...supporter, accountType: 2 })
  if (!account) throw new Error(`${demoSupporter.email} is taken`)
  return account.uid
}

async function insertCreator(
  trx: Trx,
  { creator, uid, links: { payouts, connections } }: MadeCreator,
  passwordHash: string,
): Promise<void> {
  const { tags, goals: _, streamTitle: _title, ...person } = creator
  const { email } = person
  const account = await insertAccount(trx, {
    ...nothingYet,
    ...person,
    uid,
    passwordHash,
    accountType: 1,
    featuredAt: new Date(),
    image: `/demo/${demoNameOf(creator)}-avatar.svg`,
    coverImage: `/demo/${demoNameOf(creator)}-cover.svg`,
  })
  if (!account) throw new Error(`${email} is taken`)
  await trx.insertInto('creatorCounter').values({ creatorUid: uid }).execute()
  await trx
    .insertInto('creatorTag')
    .values(tags.map((tag) => ({ creatorUid: uid, tag })))
    .execute()
  await trx.insertInto('goal').values(toGoalRows(uid, creator)).execute()
  for (const payout of payouts) await savePayoutAccount(trx, { uid, ...payout, email, isReady: true })
  for (const connection of connections) await saveConnection(trx, connection)
}

function toGoalRows(creatorUid: string, { goals, currency }: DemoCreator) {
  return goals.map(({ title, description, units, madeDaysAgo, endsInDays }, position) => ({
    creatorUid,
    title,
    description,
    currency,
    position,
    amountMinor: toMinorUnits(units, currency),
    image: null,
    fundedByTipId: null,
    createdAt: new Date(Date.now() - madeDaysAgo * dayInMs),
    endDate: endsInDays ? new Date(Date.now() + endsInDays * dayInMs) : null,
  }))
}
