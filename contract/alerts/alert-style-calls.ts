/** Calls for the style of a creator's alerts. */
import * as z from 'zod/mini'
import { alertStyle } from './alert-style.ts'
import { creatorCall } from '../call.ts'
import { draftVersion, ownDraft } from './own-draft.ts'
import { tipAlert } from './alert.ts'
import { widgetSamples } from './widget-preview.ts'
import { uploadLimits } from '../limit-groups.ts'

const ownAlertStyle = ownDraft(alertStyle)
export type OwnAlertStyle = z.output<typeof ownAlertStyle>

export const alertPicture = z.object({ url: z.string(), isAnimated: z.boolean(), bytes: z.int() })
export type AlertPicture = z.output<typeof alertPicture>

const alertPictures = z.object({
  /** The creator's pictures, the newest first. */
  pictures: z.array(alertPicture),
})

export const getAlertStyle = creatorCall.get('account/alert-style', {
  summary: 'The signed-in creator’s style of alerts: the draft and what the stream shows.',
  response: ownAlertStyle,
})

export const saveAlertDraft = creatorCall.post('account/save-alert-draft', {
  summary: 'Saves the draft of the style, unless another page has saved one since `draftVersion`.',
  body: z.object({ draft: alertStyle, draftVersion }),
  bodyLimits: { bytes: 60_000, depth: 8, values: 800 },
  response: ownAlertStyle,
})

export const publishAlertStyle = creatorCall.post('account/publish-alert-style', {
  summary: 'Shows the draft on the stream, from the next alert on. Open overlays need no reload.',
  body: z.object({ draftVersion }),
  response: ownAlertStyle,
})

export const getAlertSamples = creatorCall.get('account/alert-samples', {
  summary: 'Alerts to try a style with: the signed-in creator’s last public tip and own goal, or examples.',
  response: z.object({ alerts: z.array(tipAlert), pageUrl: z.string() }),
})

export const getWidgetSamples = creatorCall.get('account/widget-samples', {
  summary: 'What the widgets show of the signed-in creator, to try a style with, or examples.',
  response: widgetSamples,
})

export const getAlertPictures = creatorCall.get('account/alert-pictures', {
  summary: 'The pictures that the signed-in creator has uploaded for alerts.',
  response: alertPictures,
})

export const uploadAlertPicture = creatorCall.post('account/upload-alert-picture', {
  summary:
    'Adds a picture for alerts: JPEG, PNG, WebP, GIF or WebM, up to 5 MB and at most twenty. Animated ones stay animated.',
  costs: 'up to 5 MB, and a process that decodes (Pictures, above)',
  limits: uploadLimits,
  file: 'picture',
  response: z.object({ ...alertPictures.shape, url: z.string() }),
})

export const deleteAlertPicture = creatorCall.post('account/delete-alert-picture', {
  summary: 'Deletes a picture that neither the draft nor the stream uses.',
  costs: 'a row, and a file removed',
  body: z.object({ url: z.string() }),
  response: alertPictures,
})
