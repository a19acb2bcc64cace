/** The schema of 0.2.0, the first release. Later migrations start from it. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { accounts } from '../baseline/accounts.ts'
import { alerts } from '../baseline/alerts.ts'
import { chat } from '../baseline/chat.ts'
import { deliveries } from '../baseline/deliveries.ts'
import { disputes } from '../baseline/disputes.ts'
import { goalPeriods } from '../baseline/goal-periods.ts'
import { goals } from '../baseline/goals.ts'
import { ledger } from '../baseline/ledger.ts'
import { payments } from '../baseline/payments.ts'
import { platform } from '../baseline/platform.ts'
import { reconciliation } from '../baseline/reconciliation.ts'
import { show } from '../baseline/show.ts'
import { site } from '../baseline/site.ts'
import { tools } from '../baseline/tools.ts'
import { totals } from '../baseline/totals.ts'

/** Each refers only to tables of those before it. Nothing here depends on a Postgres newer than 15. */
const subjects = [
  accounts,
  goals,
  payments,
  disputes,
  totals,
  goalPeriods,
  ledger,
  reconciliation,
  platform,
  deliveries,
  alerts,
  chat,
  show,
  tools,
  site,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statements of subjects) await sql.raw(statements).execute(db)
}
