/** Computes the state of a creator's alert box from the reports of its open pages. */
import { getOverlayStatus } from '../../../../contract/alerts/overlay-calls.ts'
import type { OverlayStatus } from '../../../../contract/alerts/overlay-calls.ts'
import type { ErrorsTo } from '../calls/error-rule.ts'
import { useCall } from '../calls/use-call.ts'

const pollMs = 5_000

/** Loads the status of the signed-in creator's overlays, and reloads it every five seconds while this page is visible. */
export function useOverlayStatus(options: { enabled?: boolean; errorsTo?: ErrorsTo } = {}) {
  return useCall(getOverlayStatus, {}, { refetchInterval: pollMs, ...options })
}

/**
 * The most urgent fact about a creator's alert box: missing alerts come before missing sound, and both before everything else.
 */
export type OverlayHealth =
  | { kind: 'never' | 'hidden' | 'preview' | 'blocked' | 'silent' | 'outdated' }
  | { kind: 'closed'; since: string }
  | { kind: 'several'; count: number }
  | { kind: 'connected' | 'browser'; lastShownAt: string | null }

export function healthOf({ overlays, notOpenSince, lastShownAt }: OverlayStatus): OverlayHealth {
  if (notOpenSince !== null) return { kind: 'closed', since: notOpenSince }
  if (overlays.length === 0) return { kind: 'never' }
  if (overlays.every(({ state }) => state === 'hidden')) return { kind: 'hidden' }
  if (overlays.every(({ state }) => state === 'hidden' || state === 'preview')) return { kind: 'preview' }
  const sounding = overlays.find(({ isActive }) => isActive)
  if (sounding?.audio === 'blocked') return { kind: 'blocked' }
  if (sounding?.audio === 'failed') return { kind: 'silent' }
  if (overlays.every(({ isInObs }) => isInObs === false)) return { kind: 'browser', lastShownAt }
  if (overlays.length > 1) return { kind: 'several', count: overlays.length }
  if (overlays[0]?.isOutdated) return { kind: 'outdated' }
  return { kind: 'connected', lastShownAt }
}

/**
 * Returns how far the creator has come with the alert box in OBS: `done` once a source of OBS has played an alert, `browser` if only a
 * browser has.
 */
export function obsStepOf(status: OverlayStatus): 'open' | 'browser' | 'done' {
  const { obsShownAt, lastShownAt } = status
  if (obsShownAt !== null) return 'done'
  return lastShownAt === null ? 'open' : 'browser'
}
