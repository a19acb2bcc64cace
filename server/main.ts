/** Runs the server as its own process. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { migrateDatabase } from '../db/migrate.ts'
import { warnOfMissingMail } from '../domain/mail/require-mail.ts'
import { ConfigError, readConfig } from '../domain/config.ts'
import { openContext } from './context.ts'
import { startServer } from './start-server.ts'

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const log = pino({ level: config.logLevel })
  warnOfMissingMail(config, log)
  const ctx = openContext(config, log)
  await migrateDatabase(config.databaseUrl, ({ message }) =>
    log.warn({ reason: message }, 'Postgres is away: trying again'),
  )
  const server = await startServer(ctx, { port: config.port, host: config.host, publicDir: findPublicDir() })
  log.info({ url: server.url }, 'server listens')
  let stopping: Promise<void> | undefined
  const stop = () => (stopping ??= server.close().then(() => ctx.close()))
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => void stop().catch(fail))
}

/** Finds the built pages: beside the built server, or in `dist` when running from source. */
function findPublicDir(): string | undefined {
  const places = ['../public/', '../dist/public/'].map((place) =>
    fileURLToPath(new URL(place, import.meta.url)),
  )
  return places.find((place) => existsSync(place))
}

function fail(error: unknown): never {
  console.error(sentenceFor(error))
  process.exit(1)
}

/** Formats errors that an operator can repair as one sentence; bugs keep their stack. */
function sentenceFor(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof ConfigError) return error.message
  const { code, port, syscall } = error as NodeJS.ErrnoException & { port?: number }
  if (code === 'EADDRINUSE') return `Port ${port} is taken: end what listens there, or set PORT.`
  if (code === 'ECONNREFUSED' && syscall !== 'listen') return 'Postgres does not answer at DATABASE_URL.'
  return error.stack ?? error.message
}

main().catch(fail)
