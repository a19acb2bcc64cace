/**
 * Receives a creator's alerts and shows them one at a time, on the alert page and on the scene's.
 */
import type { AlertsHello, LiveStyle, alertsPath } from '../../contract/sockets.ts'
import { addAlert, startAfter, markShown, createQueue, putFirst, takeAlert } from './alert-queue.ts'
import type { QueuedAlert } from './alert-queue.ts'
import type { Player } from './player.ts'
import { connect } from './connection.ts'
import { loadSeq, saveSeq } from './cursor-store.ts'
import { nextFrame, toggleWrongAddress, wait } from './dom.ts'
import type { PageQuery } from './page-query.ts'
import { showPlainly } from './plain-view.ts'
import { reloadOnce } from './reload-once.ts'
import type { AdaptView } from './stage.ts'

/**
 * The namespace's path, written out and checked against the contract's type, because importing the value would add the contract's
 * schemas to the bundle.
 */
const path: typeof alertsPath = '/alerts'

/** How long an alert is shown if the file that draws alerts cannot be loaded, in milliseconds. */
const plainMs = 6_000

/** Connects, and plays alerts for as long as the page is open. `adapt` changes how they are drawn. */
export function playAlerts({ userUID, key }: PageQuery, adapt?: AdaptView): void {
  let queue = createQueue(loadSeq('alerts', userUID))
  let isPlaying = false
  const hello = (): AlertsHello => ({ userUID, key, cursor: queue.receivedSeq })
  const socket = connect(path, hello, () => {
    if (queue.receivedSeq === undefined) toggleWrongAddress(true)
  })
  /** Undefined if the player cannot be loaded: the page then shows every alert, without sound. */
  const loading = import('./player.ts').then(
    ({ openPlayer }) => openPlayer(socket, userUID, playFirst),
    () => void reloadOnce('player'), // a deployment has replaced the file by that of another build
  )

  const staging = import('./stage.ts').then(
    ({ openStage }) => openStage(adapt),
    () => void reloadOnce('stage'),
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

  function playFirst(alert: QueuedAlert): void {
    queue = putFirst(queue, alert)
    void playAll()
  }

  /**
   * Shows an alert, and saves its `seq` once it counts as shown, so that it is played again if the page is closed before; without a
   * player that is just before it appears.
   */
  async function playOne(next: QueuedAlert): Promise<void> {
    const [player, stage] = await Promise.all([loading, staging])
    const [alert, rest] = stage?.merge(next, queue, player?.isHeld) ?? [next, queue]
    queue = rest
    const staged = await stage?.prepare(alert)
    const settle = () => {
      queue = markShown(queue, alert.seq)
      saveSeq('alerts', userUID, queue.shownSeq!)
    }
    const beginning = await (player ? player.begin(alert, settle, staged?.sound) : nextFrame())
    if (beginning === 'missed') return void (queue = createQueue(queue.shownSeq))
    if (!player || beginning === 'dropped') settle()
    if (beginning === 'dropped' || beginning === 'passed') return
    const remove = staged?.show() ?? showPlainly(alert)
    const time = staged?.msOf(queue.waiting.length) ?? plainMs
    await (player ? player.showing(time) : wait(time))
    await Promise.all([player?.end(), remove()])
  }

  socket.on('ready', (cursor: number, ...details: Parameters<Player['start']>) => {
    void loading.then((player) => player?.start(...details))
    toggleWrongAddress(false)
    queue = startAfter(queue, cursor)
    if (queue.shownSeq !== undefined) saveSeq('alerts', userUID, queue.shownSeq)
  })
  socket.on('style', (style: LiveStyle) => void staging.then((stage) => stage?.choose(style)))
  socket.on('alert', (alert: QueuedAlert) => {
    queue = addAlert(queue, alert)
    void playAll()
  })
}
