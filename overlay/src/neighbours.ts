/**
 * Agrees with the creator's other pages in the same broadcast software, whose browser sources share the channels of an origin.
 */
import type { OverlayState } from '../../contract/sockets.ts'
import type { QueuedAlert } from './alert-queue.ts'
import { wait } from './dom.ts'

/** Within this time, in milliseconds, pages that begin the same alert usually hear of each other; a busy computer may take longer. */
const claimMs = 120
/** How long a page keeps an alert's lock, in milliseconds. By then every other page knows that the alert was begun. */
const lockMs = 60_000

interface Claim {
  seq: number
  /**
   * The page with the lowest value sounds: a trusted page first, then the page in the best state, then the page with the lowest
   * id.
   */
  order: string
}

const ranks: Record<OverlayState, number> = { program: 0, obs: 1, preview: 2, visible: 3, hidden: 4 }

export interface Neighbours {
  /**
   * Tells the creator's other pages that this page begins an alert, perhaps again; resolves to whether this page sounds.
   */
  claim(alert: QueuedAlert, isTrusted: boolean): Promise<boolean>
}

/** Opens the channel to the creator's other pages; calls `onPlayed` when one of them has begun an alert. */
export function openNeighbours(
  userUID: string,
  overlayId: string,
  state: () => OverlayState,
  onPlayed: (seq: number) => void,
): Neighbours {
  const channel = new BroadcastChannel(`brimful.alerts.${userUID}`)
  let best: Claim | undefined
  channel.addEventListener('message', ({ data }: MessageEvent<Claim>) => {
    if (!best || data.seq > best.seq || (data.seq === best.seq && data.order < best.order)) best = data
    onPlayed(data.seq)
  })

  return {
    async claim({ seq, again }, isTrusted) {
      const order = isTrusted ? '' : ranks[state()] + overlayId
      channel.postMessage({ seq, order } satisfies Claim)
      const lockName = `brimful.alerts.${userUID}.${seq}${again === undefined ? '' : '.again'}`
      if (isTrusted) {
        void takeLock(lockName)
        return true
      }
      await wait(claimMs)
      return (best?.seq !== seq || order < best.order) && takeLock(lockName)
    },
  }
}

/**
 * Takes a lock that only one page of the origin can have at a time (https://w3c.github.io/web-locks/), so that pages whose claims come
 * late do not all sound. Resolves to false if another page has it. Resolves to true if the browser has no locks, as without TLS.
 */
async function takeLock(name: string): Promise<boolean> {
  if (!('locks' in navigator)) return true
  return new Promise((resolve) => {
    const hold = async (lock: Lock | null) => {
      resolve(lock !== null)
      if (lock) await wait(lockMs)
    }
    navigator.locks.request(name, { ifAvailable: true }, hold).catch(() => resolve(true))
  })
}
