import { getOverlayStatus } from '../../../../contract/alerts/overlay-calls.ts'
import { call } from '../calls/call.ts'

/**
 * Returns whether one of the creator's overlays is open, or whether that is unknown because the call failed. Pages that only have the
 * address, without key or session, are not known (`docs/alert-box.md`).
 */
export async function isOverlayOpen(): Promise<boolean> {
  try {
    return (await call(getOverlayStatus, {}, { errorsTo: 'log' })).overlays.length > 0
  } catch {
    return true
  }
}
