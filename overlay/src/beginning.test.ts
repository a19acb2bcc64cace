import { expect, test, vi } from 'vitest'
import type { OverlayControl } from '../../contract/sockets.ts'
import type { QueuedAlert } from './alert-queue.ts'
import { openBeginning } from './beginning.ts'
import { openControl } from './control.ts'

const alert = { seq: 7 } as QueuedAlert

/** Opens a page that no server trusts, with a control that each `receive` changes. */
function open() {
  const control = openControl(() => {})
  const onShown = vi.fn<(alert: QueuedAlert) => void>()
  const turn = {
    playedSeq: () => 0,
    playedAt: () => 0,
    addPlayed: () => {},
    isActive: () => false,
    term: () => 0,
    change: () => new Promise<void>(() => {}),
    begin: () => {},
  }
  const socket = { disconnect: () => ({ connect: () => {} }) } as never
  const begin = openBeginning(
    { socket, turn, control, state: () => 'obs', send: () => {}, isTrusted: () => false },
    onShown,
  )
  let version = 0
  async function receive(own: Partial<OverlayControl>): Promise<void> {
    version += 1
    const none = {
      isPaused: false,
      isMuted: false,
      isPanic: false,
      droppedSeq: 0,
      skipped: [],
      skipVersion: 0,
    }
    control.receive({ ...none, version, ...own })
    await new Promise((done) => setTimeout(done)) // in which the page reacts
  }
  return { begin, receive, onShown }
}

test.each(['isPaused', 'isPanic'] as const)(
  'while %s, a skipped alert waits, and is shown if its skip is undone before the end',
  async (held) => {
    const { begin, receive } = open()
    await receive({ [held]: true })
    const beginning = begin(alert)
    await receive({ [held]: true, skipped: [7] })
    await receive({ [held]: true })
    await receive({})

    expect(await beginning).toBe('shown')
  },
)

test.each([{ skipped: [7] }, { droppedSeq: 7 }])(
  'after a pause an alert is passed over that the panel has taken away by %j',
  async (taken) => {
    const { begin, receive, onShown } = open()
    await receive({ isPaused: true })
    const beginning = begin(alert)
    await receive({ isPaused: true, ...taken })
    await receive(taken)

    expect(await beginning).toBe('dropped')
    expect(onShown).not.toHaveBeenCalled()
  },
)
