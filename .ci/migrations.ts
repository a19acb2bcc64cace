/** Checks the rules for migrations that can be checked by reading the migrations' files. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readLastRelease } from './last-release.ts'

/** The folders whose files are never edited or removed once they are released. */
const folders = ['db/migrations', 'db/baseline']

/** Tables that grow with every tip, delivery or payment. A plain CREATE INDEX on one of them blocks tips for minutes. */
const growing = new Set(
  `alert delivery ledger_entry ledger_movement notification outbox provider_refund provider_transaction supporter_total tip tip_order
  webhook_event`.split(/\s+/),
)

export interface MigrationRules {
  /** The text of each file by its path, as it was released; empty while nothing is. */
  released: Readonly<Record<string, string>>
  /** The text of each file by its path. */
  files: Readonly<Record<string, string>>
}

/** Reads the migrations and the baseline in this tree, and those of the last release. */
export function readMigrations(): MigrationRules {
  const paths = folders.flatMap((folder) => readdirSync(folder).map((file) => join(folder, file)))
  return {
    released: readLastRelease(folders),
    files: Object.fromEntries(paths.map((path) => [path, readFileSync(path, 'utf8')])),
  }
}

/**
 * Returns every violation, one line each. A new migration must have a higher number than the released ones; otherwise some
 * databases would run it before them and others after them.
 */
export function checkMigrations({ released, files }: MigrationRules): string[] {
  const migrations = Object.keys(files).filter((path) => path.startsWith('db/migrations/'))
  const last = Object.keys(released)
    .filter((path) => path.startsWith('db/migrations/'))
    .sort()
    .at(-1)
  const fresh = migrations.filter((path) => !(path in released)).sort()
  const numbers = migrations.map((path) => numberOf(path))
  return [
    ...Object.keys(released)
      .filter((path) => files[path] !== released[path])
      .map((path) => `${path}: it was released, and cannot change or go`),
    ...fresh
      .filter((path) => last && path < last)
      .map((path) => `${path}: its number must be higher than ${numberOf(last!)}`),
    ...migrations
      .filter((path, i) => numbers.indexOf(numberOf(path)) !== i)
      .map((path) => `${path}: its number is taken`),
    ...fresh.flatMap((path) =>
      listBlockingIndexes(files[path]!).map(
        (table) => `${path}: the index on ${table} belongs into db/concurrent-indexes.ts`,
      ),
    ),
  ]
}

function numberOf(path: string): string {
  return path.slice('db/migrations/'.length, 'db/migrations/0000'.length)
}

function listBlockingIndexes(text: string): string[] {
  const created = [...text.matchAll(/create table (?:if not exists )?(\w+)/g)].map(([, table]) => table!)
  const indexed = [...text.matchAll(/create (?:unique )?index (?!concurrently)[\w ]*? on (\w+)/g)].map(
    ([, table]) => table!,
  )
  return indexed.filter((table) => growing.has(table) && !created.includes(table))
}
