/**
 * `npm run admin`: what admins do on `/admin`, as commands: `grant NAME`, `suspend NAME REASON` and the other changes of an account,
 * `list`, which names all admins, `actions`, `payment ID`, `failed`, and `retry` or `drop` of what failed.
 */
import { AppError } from '../contract/errors.ts'
import { accountChange } from '../contract/manage-calls.ts'
import { failedItem } from '../contract/payment-life-calls.ts'
import { openDb } from '../db/connection.ts'
import type { Db } from '../db/connection.ts'
import { listAdmins } from '../db/queries/admins.ts'
import { changeManagedAccount } from '../domain/admin/manage-account.ts'
import { endFailed, readFailedItems } from '../domain/admin/failed-items.ts'
import { readPaymentLife } from '../domain/admin/read-payment.ts'
import { readAdminActions } from '../domain/admin/read-actions.ts'
import { ConfigError, readDatabaseUrl } from '../domain/config.ts'
import { asConfigError } from '../domain/start/service-faults.ts'

const [task, name, ...words] = process.argv.slice(2)
const usage = `Usage: npm run admin -- TASK
  ${accountChange.options.join(' NAME [REASON]\n  ')} NAME [REASON]
  list, actions, failed
  payment ID
  retry ITEM [REASON], drop ITEM [REASON], with the "item" of a line of "failed"`

async function run(db: Db): Promise<string> {
  if (task === 'list') return (await listAdmins(db)).join('\n') || 'There is no admin.'
  if (task === 'actions') return toLines((await readAdminActions(db, undefined)).actions)
  if (task === 'payment' && name) return JSON.stringify(await readPaymentLife(db, null, name), null, 2)
  if (task === 'failed') return toLines(await readFailedItems(db))
  if ((task === 'retry' || task === 'drop') && name) {
    const item = failedItem.parse(JSON.parse(name))
    await endFailed(db, { adminUid: null, reason: words.join(' ').trim() || null }, { item, decision: task })
    return 'Done and recorded.'
  }
  const change = accountChange.safeParse(task).data
  if (!change || !name) throw new ConfigError(usage)
  const actor = { adminUid: null, reason: words.join(' ').trim() || null }
  return JSON.stringify(
    await changeManagedAccount(db, actor, { userName: name.toLowerCase().replace(/^@/, ''), change }),
    null,
    2,
  )
}

function toLines(rows: object[]): string {
  return rows.map((row) => JSON.stringify(row)).join('\n')
}

try {
  const url = readDatabaseUrl(process.env)
  const db = openDb(url, { poolSize: 1 })
  const done = run(db).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'not_found')
      throw new ConfigError(`Nothing was found: ${name}.`)
    throw asConfigError(error, url)
  })
  console.log(await done.finally(() => db.destroy()))
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error)
  process.exitCode = 1
}
