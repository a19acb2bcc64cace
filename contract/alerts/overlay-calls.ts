/** Calls for the settings of a creator's overlays. */
import * as z from 'zod/mini'
import { creatorCall } from '../call.ts'
import { isoTime } from '../entities.ts'
import { audioStates, overlayStates } from '../sockets.ts'

/**
 * Which missed alerts an overlay shows when it reconnects: all, the last five, one alert that sums them up, or none. The choice
 * applies to alerts older than ten minutes; newer ones are always shown.
 */
export const missedAlerts = z.enum(['all', 'last-five', 'digest', 'none'])
export type MissedAlerts = z.output<typeof missedAlerts>

export const overlaySettings = z.object({
  /** Whether alert boxes have to present the key of their address, or the creator's session. */
  isKeyRequired: z.boolean(),
  missedAlerts,
})
export type OverlaySettings = z.output<typeof overlaySettings>

/** The key in the fragment of the address: `/streamalerts?userUID=…#key=…`. */
const overlayKey = z.object({ key: z.string() })

export const overlayStatus = z.object({
  /** The open overlays that have the creator's key or session, the active one first. */
  overlays: z.array(
    z.object({
      state: z.enum(overlayStates),
      audio: z.enum(audioStates),
      /** The version of OBS; null in other programs. */
      obsVersion: z.nullable(z.string()),
      /** Whether it is a source of OBS. */
      isInObs: z.boolean(),
      isActive: z.boolean(),
      /** Whether the overlay runs another build of the alert page than the server has. */
      isOutdated: z.boolean(),
      openedAt: isoTime,
      lastShownAt: z.nullable(isoTime),
    }),
  ),
  /** When the creator's last open overlay was closed; null while one is open, or if none was ever open. */
  notOpenSince: z.nullable(isoTime),
  /** When the active overlay last showed an alert; null if never. */
  lastShownAt: z.nullable(isoTime),
  /** When a source of OBS last showed an alert; null if never. */
  obsShownAt: z.nullable(isoTime),
})
export type OverlayStatus = z.output<typeof overlayStatus>

export const getOverlayStatus = creatorCall.get('account/overlay-status', {
  summary: 'Which of the signed-in creator’s overlays are open, and what they report of themselves.',
  response: overlayStatus,
})

export const getOverlaySettings = creatorCall.get('account/overlay-settings', {
  summary: 'How the signed-in creator’s overlays may be opened.',
  response: overlaySettings,
})

export const saveOverlaySettings = creatorCall.post('account/save-overlay-settings', {
  summary: 'Changes how overlays may be opened. Those that no longer may are disconnected.',
  body: overlaySettings,
  response: overlaySettings,
})

export const showOverlayKey = creatorCall.post('account/show-overlay-key', {
  summary: 'The key in the addresses of the creator’s overlays, which is made at the first call.',
  response: overlayKey,
})

export const replaceOverlayKey = creatorCall.post('account/replace-overlay-key', {
  summary: 'Replaces the key. Overlays with the former one are disconnected.',
  response: overlayKey,
})
