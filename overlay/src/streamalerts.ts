/** The alert page: receives a creator's alerts and shows them one at a time. */
import type { AlertsHello, alertsPath } from '../../contract/sockets.ts'
import { parseQuery } from './page-query.ts'
import type { PageQuery } from './page-query.ts'
import { addAlert, startAfter, markShown, displayTimeOf, createQueue, takeAlert } from './alert-queue.ts'
import type { QueuedAlert } from './alert-queue.ts'
import { showAlert } from './alert-view.ts'
import type { Player } from './player.ts'
import { connect } from './connection.ts'
import { loadCursor, saveCursor } from './cursor-store.ts'
import { nextFrame, toggleWrongAddress, wait } from './dom.ts'
import { reloadOnce } from './reload-once.ts'

/**
 * The namespace's path, written out and checked against the contract's type, because importing the value would add the contract's
 * schemas to the bundle.
 */
const path: typeof alertsPath = '/alerts'

const query = parseQuery(location.search, location.hash)
if (query) playAlerts(query)
else toggleWrongAddress(true)

function playAlerts({ userUID, key }: PageQuery): void {
  let queue = createQueue(loadCursor(userUID))
  let isPlaying = false
  const hello = (): AlertsHello => ({ userUID, key, cursor: queue.receivedSeq })
  const socket = connect(path, hello, () => {
    if (queue.receivedSeq === undefined) toggleWrongAddress(true)
  })
  /** Undefined if the player cannot be loaded: the page then shows every alert, without sound. */
  const loading = import('./player.ts').then(
    ({ openPlayer }) => openPlayer(socket, userUID),
    () => void reloadOnce('player'), // a deployment has replaced the file by that of another build
  )

  async function playAll(): Promise<void> {
    if (isPlaying) return
    isPlaying = true
    for (let alert = takeNext(); alert; alert = takeNext()) await playOne(alert)
    isPlaying = false
  }

  function takeNext(): QueuedAlert | undefined {
    const [alert, rest] = takeAlert(queue)
    queue = rest
    return alert
  }

  /**
   * Shows an alert and saves its `seq` in the same step, just before a frame is drawn, so that it is shown exactly once no matter
   * when the page is closed.
   */
  async function playOne(alert: QueuedAlert): Promise<void> {
    const player = await loading
    const beginning = await (player ? player.begin(alert.seq) : nextFrame())
    if (beginning === 'missed') return void (queue = createQueue(queue.shownSeq))
    queue = markShown(queue, alert.seq)
    saveCursor(userUID, alert.seq)
    if (beginning === 'dropped') return
    const remove = showAlert(alert)
    await wait(displayTimeOf(queue.waiting.length))
    await remove()
    player?.end()
  }

  socket.on('ready', (cursor: number, ...details: Parameters<Player['start']>) => {
    void loading.then((player) => player?.start(...details))
    toggleWrongAddress(false)
    queue = startAfter(queue, cursor)
    if (queue.shownSeq !== undefined) saveCursor(userUID, queue.shownSeq)
  })
  socket.on('alert', (alert: QueuedAlert) => {
    queue = addAlert(queue, alert)
    void playAll()
  })
}
