/** Publishes messages about changes to every process. */
import type { PubSubMessage } from '../contract/events.ts'
import type { AppContext } from './context.ts'

/**
 * Publishes a message. A failure is only logged: nothing depends on the message, because the changed data is in Postgres and
 * every HTTP request checks its session.
 */
export function announce({ pubsub, log }: Pick<AppContext, 'pubsub' | 'log'>, message: PubSubMessage): void {
  pubsub.publish(message).catch((error: Error) => {
    log.warn({ kind: message.kind, reason: error.message }, 'a message was not published')
  })
}

/** Publishes that who may use a creator's control panel, or what moderators see there, has changed. */
export function announcePanelAccess(ctx: Pick<AppContext, 'pubsub' | 'log'>, creatorUid: string): void {
  announce(ctx, { kind: 'panel-access', creatorUid })
  announce(ctx, { kind: 'panel', creatorUid })
}
