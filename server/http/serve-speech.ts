/** Serves the files of spoken messages. Their addresses cannot be guessed, and only overlays are told. */
import type { RequestHandler } from 'express'
import { AppError } from '../../contract/errors.ts'
import { isSpeechAlive } from '../../db/queries/alerts/speech.ts'
import { fileOfSpeech } from '../../domain/speech/make-speech.ts'
import type { AppContext } from '../context.ts'

const tokenPattern = /^[0-9a-f]{32}$/

/** Responds with the file of the token in the path, until it expires. Throws AppError `not_found`. */
export function serveSpeech({ db, storage }: Pick<AppContext, 'db' | 'storage'>): RequestHandler {
  return async (req, res) => {
    const token = String(req.params['token'])
    const isAlive = tokenPattern.test(token) && (await isSpeechAlive(db, token))
    const bytes = isAlive ? await storage.get(fileOfSpeech(token)) : undefined
    if (!bytes) throw new AppError('not_found')
    res.setHeader('Cache-Control', 'private, max-age=600')
    res.setHeader('Content-Disposition', 'attachment')
    res.setHeader('Content-Security-Policy', "default-src 'none'; sandbox")
    res.type('audio/mpeg').send(bytes)
  }
}
