/**
 * Opens test pages with the creator's key. They report where they are seen, begin alerts, and report for how long they have drawn
 * them.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { OverlayReport, OverlayState } from '../../contract/sockets.ts'
import { buildCreator } from '../../db/builders.fixture.ts'
import { showOverlayKey } from '../../domain/alerts/overlay-key.ts'
import type { TestSockets } from './sockets.fixture.ts'
import { makeSecretKeys } from '../../domain/config/secret-keys.fixture.ts'

const config = { secretsKey: makeSecretKeys() }

/** Creates a creator with a key, and returns the data that an overlay with this key sends when it connects. */
export async function buildKeyed({ db }: TestSockets): Promise<{ userUID: string; key: string }> {
  const { uid } = await buildCreator(db)
  return { userUID: uid, key: await showOverlayKey({ db, config }, uid) }
}

interface PageOptions {
  state?: OverlayState
  /** Whether the page confirms the server's messages; false imitates a cut connection. */
  isReachable?: boolean
  cookie?: string | undefined
  /** The id that the page reports; by default a new one. */
  overlayId?: string
}

export type TestPage = Awaited<ReturnType<typeof openPage>>

/** Opens a page whose cursor is before the creator's first alert, reports where it is seen, and records the server's messages. */
export async function openPage(
  test: TestSockets,
  hello: { userUID: string; key?: string },
  { state = 'program', isReachable = true, cookie, overlayId = randomUUID() }: PageOptions = {},
) {
  const overlay = await test.readyOverlay({ ...hello, cursor: 0 }, cookie)
  const { socket } = overlay
  const page = {
    ...overlay,
    overlayId,
    isActive: false,
    playedSeq: 0,
    isReachable,
    report: (now: OverlayState, details: Partial<OverlayReport> = {}) =>
      void socket.emit('overlay:state', { overlayId, state: now, audio: 'unknown', ...details }),
    begin: (seq: number) => void socket.emit('alert:begin', seq),
    /** Reports that the alert was drawn for `shownMs` milliseconds. */
    prove: (seq: number, shownMs = 2_000) => void socket.emit('alert:shown', { seq, shownMs }),
    async waitUntilActive(): Promise<void> {
      await expect.poll(() => page.isActive).toBe(true)
    },
  }
  socket.on('active', (_forMs, seq, confirm) => {
    page.playedSeq = seq
    page.isActive = page.isReachable
    if (page.isReachable) confirm()
  })
  socket.on('inactive', () => void (page.isActive = false))
  socket.on('played', (seq) => void (page.playedSeq = seq))
  page.report(state)
  return page
}

/** Waits until the page is the active overlay, lets it begin these alerts, and moves their beginning seven seconds back. */
export async function beginAlerts({ db }: TestSockets, page: TestPage, seqs: number[]): Promise<void> {
  await page.waitUntilActive()
  for (const seq of seqs) page.begin(seq)
  const begun = db.selectFrom('alert').select('seq').where('begunBy', '=', page.overlayId).orderBy('seq')
  await expect.poll(async () => (await begun.execute()).map(({ seq }) => seq)).toEqual(seqs)
  await db
    .updateTable('alert')
    .set({ begunAt: sql<Date>`begun_at - interval '7 seconds'` })
    .where('begunBy', '=', page.overlayId)
    .execute()
}
