/** Says in every process that sessions of an account are over. */
import type { AppContext } from './context.ts'

/** A ring that is lost leaves connections open; what they may ask is judged by the session anew each time. */
export function ringSessions({ bell, log }: Pick<AppContext, 'bell' | 'log'>, uid: string): void {
  bell.ring({ kind: 'sessions', uid }).catch((error: Error) => {
    log.warn({ reason: error.message }, 'the end of sessions was not rung')
  })
}
