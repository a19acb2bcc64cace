/** The life of a process with a server: from its variables to its end. */
import { setTimeout as sleep } from 'node:timers/promises'
import { requireSchema } from '../db/prepare-database.ts'
import { warnOfMissingMail } from '../domain/mail/require-mail.ts'
import { readConfig } from '../domain/config/config.ts'
import { openLog } from '../domain/log.ts'
import { openAnswers } from '../domain/liveness/answers.ts'
import { openChecks } from '../domain/liveness/checks.ts'
import { startLiveness } from '../domain/liveness/liveness.ts'
import { checkSecretsKey } from '../domain/start/check-secrets-key.ts'
import { checkSolo } from '../domain/start/check-solo.ts'
import { warnOfOldNode } from '../domain/start/old-node.ts'
import { checkServices } from '../domain/start/service-faults.ts'
import { startTracing } from '../domain/tracing/start-tracing.ts'
import type { Running } from '../domain/tasks/run-process.ts'
import { openContext } from './context.ts'
import type { AppContext } from './context.ts'
import { findPublicDir } from './find-public-dir.ts'
import { startServer } from './start-server.ts'

/** Starts a server, and before it what `startBeside` starts on the same connections. Resolves once it accepts requests. */
export async function runServer(
  startBeside: (ctx: AppContext) => Promise<{ close(): Promise<void> }> = async () => ({
    close: async () => {},
  }),
): Promise<Running> {
  const config = readConfig(process.env)
  const log = openLog(config.logLevel)
  const stopTracing = await startTracing(config, 'server') // before connections are opened, which take part
  warnOfMissingMail(config, log)
  warnOfOldNode(config, log)
  const ctx = openContext(config, log)
  const checks = openChecks(ctx.db, ctx.pubsub, config.databaseUrl)
  const { answers, setReady } = openAnswers()
  const liveness = await startLiveness({ ...config.live, log, checks, answers })
  await checkServices(config)
  await requireSchema(config, log)
  await checkSecretsKey(ctx.db, config.secretsKey, log)
  await checkSolo(ctx.db, config.solo, log)
  const beside = await startBeside(ctx)
  const server = await startServer(ctx, { port: config.port, host: config.host, publicDir: findPublicDir() })
  setReady(true)
  log.info({ url: server.url }, 'server listens')
  return {
    log,
    async drain() {
      setReady(false)
      server.drain()
      await sleep(config.drainMs)
    },
    async close() {
      await server.close()
      await beside.close()
      await ctx.close()
      await liveness.close()
      await stopTracing()
    },
  }
}
