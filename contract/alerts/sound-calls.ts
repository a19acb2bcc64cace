/** Calls for the sounds of a creator's alerts. */
import * as z from 'zod/mini'
import { creatorCall } from '../call.ts'
import { soundChoice, soundCut, soundNameLength, volume } from './sounds.ts'
import { plainText } from '../text.ts'
import { uploadLimits } from '../limit-groups.ts'

export const uploadedSound = z.object({
  soundId: z.uuid(),
  name: z.string(),
  bytes: z.int(),
  durationMs: z.int(),
})
export type UploadedSound = z.output<typeof uploadedSound>

/** What a creator's alerts play, and how loud. */
export const alertSound = z.object({ sound: soundChoice, volume })
export type AlertSound = z.output<typeof alertSound>

export const soundSettings = z.object({
  ...alertSound.shape,
  /** The creator's own sounds, the newest first. */
  uploaded: z.array(uploadedSound),
})
export type SoundSettings = z.output<typeof soundSettings>

export const getSoundSettings = creatorCall.get('account/sound-settings', {
  summary: 'What the signed-in creator’s alerts play, and the sounds that she has uploaded.',
  response: soundSettings,
})

export const saveAlertSound = creatorCall.post('account/save-alert-sound', {
  summary: 'Changes what the alerts play. Open overlays play it from the next alert on.',
  body: alertSound,
  response: soundSettings,
})

export const uploadSound = creatorCall.post('account/upload-sound', {
  summary: 'Adds a sound: MP3, Ogg (Vorbis or Opus) or WAV, up to 500 KB and 15 seconds, and at most twenty.',
  costs: 'up to 500 KB, read once without decoding',
  limits: uploadLimits,
  query: z.object({ name: plainText(soundNameLength) }),
  file: 'sound',
  response: z.object({
    ...soundSettings.shape,
    soundId: z.uuid(),
    /** What is left out of the file, beside tags. */
    cut: z.array(soundCut),
  }),
})

export const deleteSound = creatorCall.post('account/delete-sound', {
  summary: 'Deletes a sound. Alerts that played it play the standard sound.',
  costs: 'a row, and a file removed',
  body: z.object({ soundId: z.uuid() }),
  response: soundSettings,
})
