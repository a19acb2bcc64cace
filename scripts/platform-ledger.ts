/**
 * `npm run platform-books -- --month 2026-11`: prints the platform's own ledger of a month. `--entries FILE` and `--invoices FILE`
 * write its CSV files, with `--csv semicolon` as spreadsheets with a decimal comma expect them.
 */
import { createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { csvForm } from '../contract/csv-form.ts'
import { month as monthSchema } from '../contract/payments/invoice.ts'
import { openDb } from '../db/connection.ts'
import { requireSchema } from '../db/prepare-database.ts'
import { ConfigError, readConfig } from '../domain/config/config.ts'
import { openConnectionLog, openLog } from '../domain/log.ts'
import { checkServices } from '../domain/start/service-faults.ts'
import { readPlatformMonth } from '../domain/payments/platform/read-month.ts'
import { writeEntries, writeInvoices } from '../domain/payments/platform/write-csv.ts'
import { runCommand } from './command-environment.ts'
import { ourCommand } from '../db/our-command.ts'

async function main(env: NodeJS.ProcessEnv): Promise<void> {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    options: { month: text, entries: text, invoices: text, csv: { ...text, default: 'comma' } },
  })
  const month = monthSchema.safeParse(values.month)
  if (!month.success)
    throw new ConfigError(`Which month? Usage: ${ourCommand('platform-books', '--month 2026-11')}`)
  const form = csvForm.safeParse(values.csv)
  if (!form.success) throw new ConfigError(`--csv is one of: ${csvForm.options.join(', ')}`)
  const config = readConfig(env)
  await checkServices(config)
  const log = openLog(config.logLevel)
  const db = openDb(config.databaseUrl, { poolSize: 2, onError: openConnectionLog(log)('postgres') })
  try {
    await requireSchema(config, log)
    const key = { mode: config.mode, month: `${month.data}-01` }
    console.log(JSON.stringify(await readPlatformMonth({ db, config }, month.data), null, 2))
    if (values.entries) await save(writeEntries(db, key, form.data), values.entries)
    if (values.invoices) await save(writeInvoices(db, key, form.data), values.invoices)
  } finally {
    await db.destroy()
  }
}

/** Writes a file that only its owner may read. */
async function save(content: Readable, file: string): Promise<void> {
  await pipeline(content, createWriteStream(file, { mode: 0o600 }))
}

await runCommand(main)
