/**
 * Stores which alerts this server has sent to pages without the creator's key or session, once a second. The control panel lists
 * them as sent; without that they would count as not shown as soon as a page with the key was open.
 */
import { markSentKeyless } from '../../db/queries/alerts/keyless-alerts.ts'
import { announce } from '../announce.ts'
import type { SocketContext } from './context.ts'

const saveMs = 1_000
/** The maximum number of alerts in one statement. */
const maxRows = 1_000

export interface KeylessAlerts {
  /** Records that a page without key or session was sent these alerts. */
  note(creatorUid: string, alerts: readonly { seq: number }[]): void
  /** Stores what is not stored yet, and stops. */
  stop(): Promise<void>
}

export function openKeylessAlerts(ctx: Pick<SocketContext, 'db' | 'pubsub' | 'log'>): KeylessAlerts {
  let waiting = new Map<string, Set<number>>()
  let timer: NodeJS.Timeout | undefined
  let saving = Promise.resolve()

  async function save(): Promise<void> {
    timer = undefined
    const sent = [...waiting].flatMap(([creatorUid, seqs]) =>
      Array.from(seqs, (seq) => ({ creatorUid, seq })),
    )
    waiting = new Map()
    for (let i = 0; i < sent.length; i += maxRows)
      for (const creatorUid of await markSentKeyless(ctx.db, sent.slice(i, i + maxRows)))
        announce(ctx, { kind: 'alert-ended', creatorUid })
  }

  /** Saves after any earlier save has ended. What a failed save leaves out looks as if no page had received it. */
  function run(): Promise<void> {
    saving = saving
      .then(save)
      .catch((error: unknown) => ctx.log.error({ err: error }, 'alerts to pages without key were not stored'))
    return saving
  }

  return {
    note(creatorUid, alerts) {
      if (alerts.length === 0) return
      const seqs = waiting.get(creatorUid) ?? new Set()
      waiting.set(creatorUid, seqs)
      for (const { seq } of alerts) seqs.add(seq)
      timer ??= setTimeout(() => void run(), saveMs)
    },
    async stop() {
      clearTimeout(timer)
      await run()
    },
  }
}
