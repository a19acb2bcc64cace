/** What the editor of styles and the alert page in its frame send each other by `postMessage`. */
import * as z from 'zod/mini'
import { alertLook, alertTextLimits } from './alert-style.ts'
import { showAlert, tipAlert } from './alert.ts'

/** The path of the alert page as a preview. It opens no connection. */
export const previewPath = '/streamalerts?editor'

/** To the page: an alert to show. It stays, or if `isPlaying` it enters, stays as long as its look says, and leaves. */
export const showInPreview = z.strictObject({
  type: z.literal('show'),
  look: alertLook,
  variation: z.optional(z.string().check(z.maxLength(alertTextLimits.name))),
  alert: z.discriminatedUnion('kind', [
    z.extend(tipAlert, { kind: z.enum(['tip', 'goalFunded', 'digest']) }),
    showAlert,
  ]),
  pageUrl: z.string().check(z.maxLength(300)),
  isPlaying: z.boolean(),
})
export type ShowInPreview = z.output<typeof showInPreview>

/** To the editor: the page can show alerts, or has played one to its end. */
export const previewReport = z.strictObject({ type: z.enum(['ready', 'played']) })
export type PreviewReport = z.output<typeof previewReport>
