/** The creator's other pages in the same broadcast software: browser sources share their origin's storage and channels. */
import type { OverlayState } from '../../contract/sockets.ts'
import { wait } from './dom.ts'

/** Pages that begin the same alert have claimed it within this time. */
const claimMs = 120

interface Claim {
  seq: number
  /** The lowest sounds: a trusted page, then by where the page is seen, then by its id. */
  order: string
}

const ranks: Record<OverlayState, number> = { program: 0, obs: 1, preview: 2, visible: 3, hidden: 4 }

export interface Neighbours {
  /** Tells the others that this page begins an alert; resolves with whether it sounds. */
  claim(seq: number, isTrusted: boolean): Promise<boolean>
}

/** Calls `onPlayed` when another page has begun an alert. */
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
    async claim(seq, isTrusted) {
      const order = isTrusted ? '' : ranks[state()] + overlayId
      channel.postMessage({ seq, order } satisfies Claim)
      if (isTrusted) return true
      await wait(claimMs)
      return best?.seq !== seq || order < best.order
    },
  }
}
