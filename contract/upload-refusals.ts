/** Why an uploaded file is refused: every reason once, with the code and the text that the uploader gets. */
import { AppError } from './errors.ts'
import type { ErrorCode, ErrorText } from './errors.ts'
import { maxDocumentBytes, maxDocumentPages } from './payments/evidence-files.ts'
import { maxPictureBytes, maxVideo } from './pages/pictures.ts'
import { maxSoundBytes, maxSoundMs } from './alerts/sounds.ts'

interface Refusal {
  code: ErrorCode
  text: ErrorText
}

const uploadRefusals = {
  /** The form has no file in the expected field, or the file did not arrive as a whole. */
  file_missing: { code: 'invalid_input', text: 'error_file_missing' },

  /** The file is not a picture of an accepted format. */
  picture_refused: { code: 'picture_refused', text: 'error_picture_refused' },
  /** The file is neither a picture nor a video of a format that is accepted for alerts. */
  alert_picture_refused: { code: 'picture_refused', text: 'error_alert_picture_refused' },
  picture_damaged: { code: 'picture_refused', text: 'error_picture_damaged' },
  /** The process of the picture died or took too long. */
  picture_failed: { code: 'picture_refused', text: 'error_picture_failed' },
  picture_large: {
    code: 'too_large',
    text: { key: 'error_picture_large', values: { megabytes: maxPictureBytes / 1024 ** 2 } },
  },
  picture_pixels: { code: 'too_large', text: 'error_picture_pixels' },
  /** An animation has too many frames, or all of them together have too many pixels or take too many bytes. */
  animation_large: { code: 'too_large', text: 'error_animation_large' },

  /** A video that is not a WebM, or is compressed in a way that not all browsers play. */
  video_codec: { code: 'picture_refused', text: 'error_video_codec' },
  video_large: {
    code: 'too_large',
    text: { key: 'error_video_large', values: { seconds: maxVideo.seconds, pixels: maxVideo.side } },
  },

  /** The file is not a document of an accepted format. */
  document_refused: { code: 'document_refused', text: 'error_document_refused' },
  /** The file is damaged, or packed in a way that we do not check. */
  document_unreadable: { code: 'document_refused', text: 'error_document_unreadable' },
  document_locked: { code: 'document_refused', text: 'error_document_locked' },
  document_active: { code: 'document_refused', text: 'error_document_active' },
  document_pages: {
    code: 'document_refused',
    text: { key: 'error_document_pages', values: { count: maxDocumentPages } },
  },
  /** The process of the document died or took too long. */
  document_failed: { code: 'document_refused', text: 'error_document_failed' },
  document_large: {
    code: 'too_large',
    text: { key: 'error_document_large', values: { megabytes: maxDocumentBytes / 1_000_000 } },
  },

  /** The file is not a sound of an accepted format. */
  sound_refused: { code: 'sound_refused', text: 'error_sound_refused' },
  sound_damaged: { code: 'sound_refused', text: 'error_sound_damaged' },
  /** The file has a page, a picture, an archive or a program beside its sound. */
  sound_foreign: { code: 'sound_refused', text: 'error_sound_foreign' },
  /** A WAV or Ogg file whose sound is compressed in another way than we accept. */
  sound_codec: { code: 'sound_refused', text: 'error_sound_codec' },
  /** Too many channels, or an unusual sample rate. */
  sound_channels: { code: 'sound_refused', text: 'error_sound_channels' },
  sound_large: {
    code: 'too_large',
    text: { key: 'error_sound_large', values: { kilobytes: maxSoundBytes / 1024 } },
  },
  sound_long: {
    code: 'too_large',
    text: { key: 'error_sound_long', values: { seconds: maxSoundMs / 1000 } },
  },
} as const satisfies Record<string, Refusal>

export type UploadRefusal = keyof typeof uploadRefusals

/** The refusals after a whole process of work. They count toward the uploads of the hour. */
const costly: readonly ErrorText[] = [uploadRefusals.picture_failed.text, uploadRefusals.document_failed.text]

/** Returns the error that refuses an uploaded file for this reason. */
export function refuseUpload(reason: UploadRefusal): AppError {
  const { code, text } = uploadRefusals[reason]
  return new AppError(code, { text })
}

/** Returns whether a failed upload counts toward the uploads of the hour, because its process was killed. */
export function isCostlyRefusal(error: unknown): boolean {
  return error instanceof AppError && costly.includes(error.text)
}
