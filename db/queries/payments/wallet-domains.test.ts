import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestDb } from '../../database.fixture.ts'
import { buildCreator } from '../../builders.fixture.ts'
import { countPagesRead } from '../../pages-read.fixture.ts'
import { listWithoutDomain } from './wallet-domains.ts'

const domain = 'tips.test'
const wanted = { domain, since: new Date(Date.now() - 3_600_000), limit: 50 }

/** Creates accounts whose domain is registered, and others whose registration has just failed; returns what is read to find none. */
async function countPages(accounts: number): Promise<number> {
  await using books = await createTestDb({ isNew: true })
  const { uid } = await buildCreator(books.db)
  await sql`
    insert into account (uid, user_name, display_name, email, account_type, currency)
    select gen_random_uuid(), 'shop' || n, 'Shop', 'shop' || n || '@example.test', account_type, currency
    from generate_series(1, ${accounts}::int) n, account where uid = ${uid}
  `.execute(books.owner)
  await sql`
    insert into payout_account (uid, provider, payee_id, is_ready, wallet_domain, wallet_tried_at)
    select uid, 'stripe', 'acct_' || user_name, true, case when right(user_name, 1) = '7' then null else ${domain} end, now()
    from account where user_name like 'shop%'
  `.execute(books.owner)
  await sql`analyze`.execute(books.owner)
  return await countPagesRead(books.url, async (watched) => {
    expect(await listWithoutDomain(watched, 'stripe', wanted)).toEqual([])
  })
}

test('looking for accounts without the domain reads as much among many that have it as among few', async () => {
  expect(await countPages(4_000)).toBeLessThanOrEqual(1.5 * (await countPages(80)) + 5)
})

test('lists accounts that were never tried, failed an hour ago or have another domain, and no others', async () => {
  await using books = await createTestDb({ isNew: true })
  const rows = [
    ['never', null, null],
    ['failed', null, 61],
    ['failed-now', null, 59],
    ['before', 'a.test', 300],
    ['after', 'z.test', 200],
    ['registered', domain, 400],
  ] as const
  for (const [payeeId, walletDomain, minutes] of rows) {
    const { uid } = await buildCreator(books.db)
    const walletTriedAt = minutes === null ? null : new Date(Date.now() - minutes * 60_000)
    const set = { payeeId, isReady: true, walletDomain, walletTriedAt }
    await books.db
      .insertInto('payoutAccount')
      .values({ uid, provider: 'stripe', ...set })
      .execute()
  }

  const listed = await listWithoutDomain(books.db, 'stripe', wanted)

  expect(listed.map(({ payeeId }) => payeeId)).toEqual(['never', 'before', 'after', 'failed'])
})
