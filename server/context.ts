/** The context that all parts of the server share. Each process opens it once. */
import type { Logger } from 'pino'
import { openPubSub } from '../db/pubsub.ts'
import { openDb, requestTimeoutMs } from '../db/connection.ts'
import { openQueues } from '../db/queue.ts'
import { openReplica } from '../db/replica.ts'
import { openAccountLimits } from '../domain/accounts/account-limits.ts'
import { openLogInLimits } from '../domain/accounts/log-in-limits.ts'
import { openConnectors, openRevokers } from '../domain/chat/connectors.ts'
import type { Config } from '../domain/config/config.ts'
import { openConnectionLog } from '../domain/log.ts'
import { openGoogleSignIn } from '../domain/accounts/google-identity.ts'
import { openWorkProof } from '../domain/security/proof-of-work.ts'
import { openCards } from '../domain/pages/draw-card.ts'
import { openImportFiles } from '../domain/imports/import-files.ts'
import { openPictures } from '../domain/storage/pictures.ts'
import { openGoogleSpeech } from '../domain/speech/google-speech.ts'
import { openStorage } from '../domain/storage/storage.ts'
import { openOrderLimits } from '../domain/payments/orders/order-limits.ts'
import { openPayments, publisher } from '../domain/payments/open-payments.ts'

export type OpenedContext = ReturnType<typeof openContext>
/** The context of requests and sockets, without `close`: only the caller that opened it closes it. */
export type AppContext = Omit<OpenedContext, 'close'> & {
  /** The build of the alert page that this server serves; undefined in development. */
  overlayBuild?: string | undefined
  /** Whether this server is about to stop, so that the proxy should choose another one. */
  isDraining?: () => boolean
}

/**
 * Opens the database, Redis, the storage and the clients of every provider in the configuration. `prefix` separates installations
 * that share a Redis.
 */
export function openContext(config: Config, log: Logger, prefix?: string) {
  const { databaseUrl, replicaUrl, redisUrl } = config
  const errorsOf = openConnectionLog(log)
  const db = openDb(databaseUrl, { timeoutMs: requestTimeoutMs, onError: errorsOf('postgres') })
  const replica = replicaUrl ? openReplica(replicaUrl, db, errorsOf('replica')) : undefined
  const queues = openQueues({ databaseUrl, redisUrl, prefix, onError: errorsOf('queue') })
  const pubsub = openPubSub({ databaseUrl, redisUrl, prefix, onError: errorsOf('pubsub') })
  const limitSource = { redisUrl, prefix, secret: config.sessionSecret[0], onError: errorsOf('limits') }
  const limits = openLogInLimits(limitSource)
  const accountLimits = openAccountLimits(limitSource)
  const orderLimits = openOrderLimits(limitSource)
  const pictures = openPictures(log)
  const cards = openCards()
  const importFiles = openImportFiles(log)
  return {
    config,
    log,
    db,
    /** Undefined without `REPLICA_DATABASE_URL`. */
    replica,
    queues,
    pubsub,
    limits,
    accountLimits,
    orderLimits,
    workProof: config.tipChallenge === 'proof-of-work' ? openWorkProof(config.sessionSecret) : undefined,
    storage: openStorage(config.storageUrl),
    pictures,
    cards,
    importFiles,
    payments: openPayments(config),
    revokers: openRevokers(config),
    connectors: openConnectors(config),
    /** Undefined where sign-in with Google is off. */
    google: config.google && openGoogleSignIn(config.google),
    /** Undefined where no messages are spoken. */
    speech: config.speech && openGoogleSpeech(config.speech),
    publish: publisher(queues, log),
    /** Closes all parts of the context, the database last. */
    async close(): Promise<void> {
      pictures.close()
      cards.close()
      importFiles.close()
      limits.close()
      accountLimits.close()
      orderLimits.close()
      await Promise.all([queues.close(), pubsub.close(), replica?.close()])
      await db.destroy()
    },
  }
}
