/** Routes for the spoken messages of a creator's alerts. */
import { Readable } from 'node:stream'
import { Router } from 'express'
import { AppError } from '../../contract/errors.ts'
import * as calls from '../../contract/alerts/speech-calls.ts'
import { languageOf } from '../../contract/alerts/voices.ts'
import { readSample, SpeechCapError } from '../../domain/speech/make-speech.ts'
import { SpeechBusyError, SpeechRefusedError } from '../../domain/speech/google-speech.ts'
import { sampleOf } from '../../domain/speech/sample-texts.ts'
import { chooseSpeech, readSpeechSettings } from '../../domain/speech/speech-settings.ts'
import { announce } from '../announce.ts'
import type { AppContext } from '../context.ts'
import { handle, handleDownload } from '../http/handle.ts'

export function speechRoutes(ctx: AppContext): Router {
  const router = Router()
  const { db, storage, speech } = ctx
  const caps = ctx.config.speech

  handle(router, calls.getSpeechSettings, ({ viewer }) => readSpeechSettings(db, viewer.uid, caps))

  handle(router, calls.saveSpeechSettings, async ({ body, viewer: { uid } }) => {
    await chooseSpeech(db, uid, body, caps)
    announce(ctx, { kind: 'overlay-sounds', creatorUid: uid })
    return readSpeechSettings(db, uid, caps)
  })

  handleDownload(router, calls.getSpeechSample, async ({ query: { voice }, res }) => {
    if (!speech || !caps) throw new AppError('unavailable', { text: 'error_speech_off' })
    const text = sampleOf(languageOf(voice))
    const file = await readSample({ db, storage, speech, caps }, voice, text).catch((error: unknown) => {
      throw toAppError(error)
    })
    res.setHeader('Cache-Control', 'private, max-age=86400')
    return { content: Readable.from([file]), name: `${voice}.mp3`, bytes: file.length }
  })

  return router
}

function toAppError(error: unknown): unknown {
  const isRefusal =
    error instanceof SpeechCapError || error instanceof SpeechBusyError || error instanceof SpeechRefusedError
  return isRefusal ? new AppError('unavailable', { text: 'error_speech_failed' }) : error
}
