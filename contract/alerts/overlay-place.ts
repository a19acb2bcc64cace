/** Tells the pages of OBS from those of ordinary browsers. */
import type { OverlayReport } from '../sockets.ts'

/**
 * Returns whether an overlay is a source of OBS. Only OBS knows a program and a preview; the version is missing in pages of earlier
 * releases, and where the user agent was changed.
 */
export function isInObs({
  state,
  obsVersion,
}: Pick<OverlayReport, 'state'> & { obsVersion?: string | null | undefined }): boolean {
  return Boolean(obsVersion) || state === 'program' || state === 'obs' || state === 'preview'
}
