/** Books wrong cents into the ledger of a played history, each in another kind of payment. */
import { sql } from 'kysely'
import type { Db } from '../../../db/connection.ts'
import { plantCent } from './sums.fixture.ts'

export interface Planted {
  captureId: string
  kind: 'payment' | 'refund'
  currency: string
}

/**
 * Books one minor unit too many in the payment and in a refund of one tip each: of those that Stripe has converted, of those that
 * PayPal has, and of those that nobody has. Returns where, ordered by capture; less if the history has no such tip.
 */
export async function plantCents(db: Db): Promise<Planted[]> {
  const planted: Planted[] = []
  for (const wanted of wantedKinds) {
    const found = await findTip(db, { ...wanted, except: planted })
    if (found) planted.push({ ...found, kind: wanted.kind })
  }
  for (const { captureId, kind } of planted) await plantCent(db, captureId, 1, kind)
  return planted.toSorted((a, b) => (a.captureId < b.captureId ? -1 : 1))
}

const wantedKinds = ['paypal', 'stripe'].flatMap((provider) =>
  [true, false].flatMap((isForeign) =>
    (['refund', 'payment'] as const).map((kind) => ({ provider, isForeign, kind })),
  ),
)

interface Wanted {
  provider: string
  isForeign: boolean
  kind: Planted['kind']
  except: readonly Planted[]
}

/** Finds a tip that the provider has converted, or one in the creator's own currency, and that was refunded if `kind` says so. */
async function findTip(db: Db, { provider, isForeign, kind, except }: Wanted) {
  const { rows } = await sql<{ captureId: string; currency: string }>`
    select t.capture_id, t.currency from tip t
    where t.provider = ${provider} and not t.capture_id = any (${except.map(({ captureId }) => captureId)})
      and (case when ${isForeign} then t.worth_recorded_at is not null else t.worth_minor is null end)
      and (${kind} = 'payment' or exists (select from provider_transaction x where x.provider = t.provider
        and x.capture_id = t.capture_id and x.kind = 'refund'))
    order by t.capture_id limit 1
  `.execute(db)
  return rows[0]
}
