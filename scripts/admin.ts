/** `npm run admin -- grant NAME`: makes an account an admin; `revoke NAME` takes the role back, `list` names all admins. */
import { openDb } from '../db/connection.ts'
import type { Db } from '../db/connection.ts'
import { listAdmins, setAdmin } from '../db/queries/admins.ts'
import { ConfigError, readDatabaseUrl } from '../domain/config.ts'
import { asConfigError } from '../domain/start/service-faults.ts'

const [task, name] = process.argv.slice(2)

async function run(db: Db): Promise<string> {
  if (task === 'list') return (await listAdmins(db)).join('\n') || 'There is no admin.'
  if (!name || (task !== 'grant' && task !== 'revoke'))
    throw new ConfigError('What? Usage: npm run admin -- grant NAME, revoke NAME, or list')
  const isAdmin = task === 'grant'
  const change = db.transaction().execute((trx) => setAdmin(trx, name.toLowerCase(), isAdmin))
  if (!(await change)) throw new ConfigError(`There is no account called ${name}.`)
  return isAdmin ? `${name} is an admin: /admin/books` : `${name} is no longer an admin.`
}

try {
  const url = readDatabaseUrl(process.env)
  const db = openDb(url, { poolSize: 1 })
  const done = run(db).catch((error: unknown) => {
    throw asConfigError(error, url)
  })
  console.log(await done.finally(() => db.destroy()))
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error)
  process.exitCode = 1
}
