/** The connections to Postgres of the skeleton's programs. */
import pg from 'pg'

/** Opens the connections of a process. */
export function openPool() {
  pg.types.setTypeParser(pg.types.builtins.INT8, Number)
  const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
  pool.on('error', console.error)
  return {
    pool,
    /** Commits what `work` writes, or nothing of it if it throws. */
    async inTransaction<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
      const client = await pool.connect()
      try {
        await client.query('begin')
        const result = await work(client)
        await client.query('commit')
        client.release()
        return result
      } catch (error) {
        client.release(true) // closing the connection rolls back
        throw error
      }
    },
  }
}
