/** Checks what the installation itself runs: Postgres, Redis and the storage. */
import { openDb } from '../../db/connection.ts'
import type { Db } from '../../db/connection.ts'
import { listAdmins } from '../../db/queries/admin/admins.ts'
import { readServer } from '../../db/queries/admin/server.ts'
import { listForeignMigrations, listMissingMigrations } from '../../db/migrate.ts'
import { isLedgerProtected, mayMigrate } from '../../db/roles.ts'
import type { Config } from '../config/config.ts'
import { findKeyFault } from '../start/check-secrets-key.ts'
import { findSoloFault } from '../start/check-solo.ts'
import { asConfigError, findRedisFault, pingRedis, tryStorage } from '../start/service-faults.ts'
import { StorageAwayError } from '../storage/storage.ts'
import { fault, ok, reasonOf, warning } from '../finding.ts'
import type { Check, Finding } from '../finding.ts'
import { ourCommand } from '../../db/our-command.ts'

const timeoutMs = 10_000
const [minPostgres, maxPostgres] = [15, 18]

/** Returns the checks of Postgres and its secrets, of the role that migrates, of Redis and of the storage. */
export function checkServices(config: Config): Check[] {
  const { databaseUrl, migrationUrl, redisUrl, storageUrl } = config
  return [
    {
      subject: 'postgres',
      run: () => onDb(databaseUrl, 'DATABASE_URL', (db) => checkDatabase(db, config)),
    },
    ...(migrationUrl
      ? [
          {
            subject: 'migrations',
            run: () => onDb(migrationUrl, 'MIGRATION_DATABASE_URL', checkMigrationRole),
          },
        ]
      : []),
    ...(redisUrl ? [{ subject: 'redis', run: () => checkRedis(redisUrl) }] : []),
    { subject: 'storage', run: () => checkStorage(storageUrl) },
  ]
}

async function onDb(
  url: string,
  variable: string,
  check: (db: Db) => Promise<Finding[]>,
): Promise<Finding | Finding[]> {
  const db = openDb(url, { poolSize: 1, timeoutMs })
  return check(db)
    .catch((error: unknown) => fault((asConfigError(error, url, variable) as Error).message))
    .finally(() => db.destroy())
}

async function checkDatabase(db: Db, { secretsKey, isProduction, solo }: Config): Promise<Finding[]> {
  const { version, name } = await readServer(db)
  const findings: Finding[] = []
  if (version < minPostgres)
    findings.push(fault(`This is Postgres ${name}: at least ${minPostgres} is needed.`))
  if (version > maxPostgres)
    findings.push(warning(`This is Postgres ${name}: it is tested up to ${maxPostgres}.`))
  findings.push(...(await checkSchema(db)))
  if (findings.some(({ kind }) => kind === 'fault')) return findings
  const wrongKey = await findKeyFault(db, secretsKey)
  if (wrongKey) findings.push(fault(wrongKey))
  const notSolo = solo && (await findSoloFault(db, solo))
  if (notSolo) findings.push(fault(notSolo))
  if (isProduction && (await listAdmins(db)).length === 0)
    findings.push(
      fault(
        `Nobody is an admin: run ${ourCommand('admin', 'create NAME EMAIL')}, or "grant NAME" for an account that exists.`,
      ),
    )
  if (!(await isLedgerProtected(db)))
    findings.push(
      warning(
        `The role of DATABASE_URL could change booked money: give it a role of its own with MIGRATION_DATABASE_URL, and run ${ourCommand('migrate')}.`,
      ),
    )
  return findings.length > 0 ? findings : [ok(`Postgres ${name} has the schema and rights of this release.`)]
}

async function checkSchema(db: Db): Promise<Finding[]> {
  const missing = await listMissingMigrations(db)
  if (missing.length > 0)
    return [
      fault(`${missing.length} migrations are missing, from ${missing[0]}: run ${ourCommand('migrate')}.`),
    ]
  const [foreign] = (await listForeignMigrations(db)).toSorted().toReversed()
  return foreign
    ? [warning(`A newer release has migrated the database (${foreign}): update this one as well.`)]
    : []
}

async function checkMigrationRole(db: Db): Promise<Finding[]> {
  if (await mayMigrate(db)) return [ok('The role of MIGRATION_DATABASE_URL may migrate.')]
  return [fault('The role of MIGRATION_DATABASE_URL does not own the schema: name the role that created it.')]
}

async function checkRedis(url: string): Promise<Finding> {
  const found = await findRedisFault(url)
  if (found) return fault(found)
  return pingRedis(url).then(
    (version) => ok(`Redis ${version} keeps every key.`),
    () => fault('Redis does not respond at REDIS_URL: start it, or correct the address.'),
  )
}

async function checkStorage(url: string): Promise<Finding> {
  try {
    const found = await tryStorage(url)
    return found ? fault(found) : ok('A file was written, read and deleted.')
  } catch (error) {
    if (!(error instanceof StorageAwayError)) throw error
    return fault(`STORAGE_URL does not respond (${reasonOf(error)}): correct the address, or start it.`)
  }
}
