/** The state of a creator's alert box, from what its open pages report. */
import { getOverlayStatus } from '../../../contract/overlay-calls.ts'
import type { OverlayStatus } from '../../../contract/overlay-calls.ts'
import { useCall } from './use-call.ts'

const pollMs = 5_000

/** Loads the status of the signed-in creator's overlays, and again every five seconds while this page is visible. */
export function useOverlayStatus() {
  return useCall(getOverlayStatus, {}, { refetchInterval: pollMs })
}

/** What a creator most needs to know: first what keeps alerts from the stream, then what keeps them silent, then the rest. */
export type OverlayHealth =
  | { kind: 'never' | 'hidden' | 'preview' | 'blocked' | 'silent' | 'outdated' }
  | { kind: 'closed'; since: string }
  | { kind: 'several'; count: number }
  | { kind: 'connected'; lastShownAt: string | null }

export function healthOf({ overlays, notOpenSince, lastShownAt }: OverlayStatus): OverlayHealth {
  if (notOpenSince !== null) return { kind: 'closed', since: notOpenSince }
  if (overlays.length === 0) return { kind: 'never' }
  if (overlays.every(({ state }) => state === 'hidden')) return { kind: 'hidden' }
  if (overlays.every(({ state }) => state === 'hidden' || state === 'preview')) return { kind: 'preview' }
  const sounding = overlays.find(({ isActive }) => isActive)
  if (sounding?.audio === 'blocked') return { kind: 'blocked' }
  if (sounding?.audio === 'failed') return { kind: 'silent' }
  if (overlays.length > 1) return { kind: 'several', count: overlays.length }
  if (overlays[0]?.isOutdated) return { kind: 'outdated' }
  return { kind: 'connected', lastShownAt }
}
