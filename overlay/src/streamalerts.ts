/** The alert page: hears a creator's alerts and plays them one at a time. */
import type { Alert, AlertsHello, alertsPath } from '../../contract/sockets.ts'
import { readAddress } from './address.ts'
import type { OverlayAddress } from './address.ts'
import { addAlert, beginAt, markShown, screenTime, startQueue, takeAlert } from './alert-queue.ts'
import { showAlert } from './alert-view.ts'
import { connect } from './connection.ts'
import { loadCursor, saveCursor } from './cursor-store.ts'
import { nextFrame, showWrongAddress, wait } from './dom.ts'

/** Only its type is imported: the contract's schemas stay out of the bundle. */
const path: typeof alertsPath = '/alerts'

const address = readAddress(location.search)
if (address) playAlerts(address)
else showWrongAddress(true)

function playAlerts({ userUID, key }: OverlayAddress): void {
  let queue = startQueue(loadCursor(userUID))
  let isPlaying = false
  const hello = (): AlertsHello => ({ userUID, key, cursor: queue.received })
  const socket = connect(path, hello, () => {
    if (queue.received === undefined) showWrongAddress(true)
  })

  async function play(): Promise<void> {
    if (isPlaying) return
    isPlaying = true
    for (let alert = next(); alert; alert = next()) await playOne(alert)
    isPlaying = false
  }

  function next(): Alert | undefined {
    const [alert, rest] = takeAlert(queue)
    queue = rest
    return alert
  }

  /** It is put on screen and counted in one go, just before a frame is drawn: killed sooner or later, it is played once. */
  async function playOne(alert: Alert): Promise<void> {
    await nextFrame()
    const leave = showAlert(alert)
    queue = markShown(queue, alert.seq)
    saveCursor(userUID, alert.seq)
    socket.emit('alert:shown', alert.seq)
    await wait(screenTime(queue.waiting.length))
    await leave()
  }

  socket.on('ready', (place: number) => {
    showWrongAddress(false)
    queue = beginAt(queue, place)
    if (queue.shown !== undefined) saveCursor(userUID, queue.shown)
  })
  socket.on('alert', (alert: Alert) => {
    queue = addAlert(queue, alert)
    void play()
  })
}
