/** Checks the rules for migrations that can be checked by reading the migrations' files. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The file with the names of all released migrations, one on each line. Each release adds its own. */
export const releasedList = '.ci/released-migrations.txt'

/** Tables that grow with every tip, delivery or payment. A plain CREATE INDEX on one of them blocks tips for minutes. */
const growing = new Set(
  `alert delivery ledger_entry ledger_movement notification outbox provider_refund provider_transaction supporter_total tip tip_order
  webhook_event`.split(/\s+/),
)

export interface MigrationRules {
  released: readonly string[]
  /** The SQL of each migration, by name. */
  files: Readonly<Record<string, string>>
}

/** Reads the migrations and the list of released ones in the tree at `root`. */
export function readMigrations(root: string): MigrationRules {
  const folder = join(root, 'db/migrations')
  const names = readdirSync(folder).map((file) => file.replace(/\.ts$/, ''))
  return {
    released: readFileSync(join(root, releasedList), 'utf8').trim().split('\n'),
    files: Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, `${name}.ts`), 'utf8')])),
  }
}

/**
 * Returns every violation, one line each. A new migration must have a higher number than the released ones; otherwise some
 * databases would run it before them and others after them.
 */
export function checkMigrations({ released, files }: MigrationRules): string[] {
  const names = Object.keys(files).sort()
  const last = released.toSorted().at(-1)!
  const fresh = names.filter((name) => !released.includes(name))
  const numbers = names.map((name) => name.slice(0, 4))
  return [
    ...released.filter((name) => !(name in files)).map((name) => `${name}: it was released, and cannot go`),
    ...fresh.filter((name) => name < last).map((name) => `${name}: its number must be higher than ${last}`),
    ...names
      .filter((name, i) => numbers.indexOf(name.slice(0, 4)) !== i)
      .map((name) => `${name}: its number is taken`),
    ...fresh.flatMap((name) =>
      listBlockingIndexes(files[name]!).map(
        (table) => `${name}: the index on ${table} belongs into db/concurrent-indexes.ts`,
      ),
    ),
  ]
}

function listBlockingIndexes(text: string): string[] {
  const created = [...text.matchAll(/create table (?:if not exists )?(\w+)/g)].map(([, table]) => table!)
  const indexed = [...text.matchAll(/create (?:unique )?index (?!concurrently)[\w ]*? on (\w+)/g)].map(
    ([, table]) => table!,
  )
  return indexed.filter((table) => growing.has(table) && !created.includes(table))
}
