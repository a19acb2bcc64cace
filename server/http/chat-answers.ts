/** Serves the plain-text answers that other chatbots fetch for commands like !tip. */
import type { RequestHandler } from 'express'
import { findNameProblem } from '../../contract/accounts/names.ts'
import { AppError } from '../../contract/errors.ts'
import { findPublicCreator } from '../../db/queries/accounts/accounts.ts'
import { readChatAnswer } from '../../domain/insights/chat-answers.ts'
import type { ChatAnswer } from '../../domain/insights/chat-answers.ts'
import type { AppContext } from '../context.ts'

/**
 * Responds with one answer about a creator as plain text, without cookies, and the same to everybody. Throws AppError `not_found`
 * and `rate_limited`: bots show only answers with status 200 (docs.streamelements.com, $(customapi)).
 */
export function serveChatAnswer({ db, config }: AppContext, answer: ChatAnswer): RequestHandler {
  return async (req, res) => {
    const userName = String(req.params.name).toLowerCase()
    if (findNameProblem(userName) !== null) throw new AppError('not_found')
    const creator = await findPublicCreator(db, { userName })
    if (!creator) throw new AppError('not_found')
    const text = await readChatAnswer({ db, siteUrl: config.publicUrl }, creator, answer)
    res.setHeader('Cache-Control', 'public, max-age=30')
    res.type('text/plain').send(text)
  }
}
