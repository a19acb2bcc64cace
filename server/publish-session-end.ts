/** Announces to every process that sessions of an account have ended. */
import type { AppContext } from './context.ts'

/** If the message is lost, sockets stay open; HTTP requests check the session in any case. */
export function publishSessionEnd({ pubsub, log }: Pick<AppContext, 'pubsub' | 'log'>, uid: string): void {
  pubsub.publish({ kind: 'sessions', uid }).catch((error: Error) => {
    log.warn({ reason: error.message }, 'the end of sessions was not published')
  })
}
