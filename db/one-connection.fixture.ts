/** A database over a single connection, so that tests can read the state that Postgres keeps for each connection. */
import { sql } from 'kysely'
import { openDb } from './connection.ts'

/** Opens the connection; disposing it closes it. */
export async function openOneConnection(url: string) {
  const db = openDb(url, { poolSize: 1 })
  return {
    db,
    /** Returns how often Postgres has made a new plan for a prepared statement, and how often it has used the cached plan. */
    async countPlans(statement: string) {
      const { rows } = await sql`
        select custom_plans, generic_plans from pg_prepared_statements where name = ${statement}`.execute(db)
      return rows[0]
    },
    [Symbol.asyncDispose]: () => db.destroy(),
  }
}
