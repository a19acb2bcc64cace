/** Turns failures into responses: callers see the codes of the contract, and everything else becomes one line in the log. */
import type { ErrorRequestHandler, Request, RequestHandler } from 'express'
import type { Logger } from 'pino'
import { saveChatbotSettings } from '../../contract/chat/chat-calls.ts'
import { apiBase } from '../../contract/calls.ts'
import { AppError } from '../../contract/errors.ts'
import type { ErrorBody, ErrorText } from '../../contract/errors.ts'
import type { Locale } from '../../contract/locale.ts'
import { isAway } from '../../db/is-away.ts'
import { openTally } from '../../domain/log.ts'
import { StorageAwayError } from '../../domain/storage/storage.ts'
import { localeOf } from './locale.ts'
import { translate } from './translate.ts'

/** The path whose error responses repeat their text as `error`, as the specification requires. */
const chatbotPath = apiBase + saveChatbotSettings.path

/** The `Retry-After` of a response while the database or the storage is down; a dead database connection is replaced sooner. */
const retryAfterSeconds = 3

/** Responds with `not_found` to API paths that match no call. */
export const rejectUnknownPath: RequestHandler = () => {
  throw new AppError('not_found')
}

/**
 * Opens the last middleware, which responds to any failure in the visitor's language, and in the API with the contract's error
 * body.
 */
export function errorHandler(log: Logger): ErrorRequestHandler {
  const logFailure = openFailureLog(log)
  return (thrown: unknown, req, res, next) => {
    const error = toAppError(thrown)
    logFailure(error, thrown, req)
    if (res.headersSent) return next(thrown)
    const { retryAfter } = error.details
    if (retryAfter !== undefined) res.setHeader('Retry-After', retryAfter)
    res.status(error.status).vary('Accept-Language').vary('Cookie')
    if (isApi(req)) return void res.json(toErrorBody(error, req))
    res.type('text').send(translate(error.text, localeOf(req)))
  }
}

/** Returns a value that was looked up. Throws AppError `not_found` when nothing was found. */
export function found<T>(value: T | undefined): T {
  if (value === undefined) throw new AppError('not_found')
  return value
}

function toErrorBody({ code, text, details }: AppError, req: Request): ErrorBody {
  const locale = localeOf(req)
  const { fields, retryAfter, challenge, confirmation, paid } = details
  const message = translate(text, locale)
  return {
    ErrorMessage: message,
    code,
    ...(fields && { fields: translateFields(fields, locale) }),
    ...(retryAfter !== undefined && { retryAfter }),
    ...(challenge && { challenge }),
    ...(confirmation && { confirmation }),
    ...(paid && { paid }),
    ...(req.path === chatbotPath && { error: message }),
  }
}

function translateFields(fields: Record<string, ErrorText>, locale: Locale): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([field, text]) => [field, translate(text, locale)]))
}

/**
 * Opens what writes failures into the log, unless the visitor's request was wrong. While the database is overloaded or away every
 * request fails, and so does every file while too many are there, so those are one line a second, with their `count` and the path of the last.
 */
export function openFailureLog(log: Logger): (error: AppError, thrown: unknown, req: Request) => void {
  const countAway = (message: string) =>
    openTally<{ path: string; reason: string }>((last, count) => log.warn({ ...last, count }, message))
  const countPostgres = countAway('Postgres is away or overloaded')
  const countStorage = countAway('the storage is away')
  const countFiles = countAway('more files than the processes take')
  return (error, thrown, req) => {
    if (error.code === 'internal') logUnexpected(log, thrown, req)
    else if (isAway(thrown)) countPostgres({ path: req.path, reason: (thrown as Error).message })
    else if (thrown instanceof StorageAwayError) countStorage({ path: req.path, reason: thrown.message })
    else if (error.text === 'error_files_busy') countFiles({ path: req.path, reason: error.text })
  }
}

/** Returns the error of the contract for whatever a middleware or route threw. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown
  if (isAway(thrown) || thrown instanceof StorageAwayError)
    return new AppError('unavailable', { retryAfter: retryAfterSeconds })
  const status = statusOf(thrown)
  if (status === 413) return new AppError('too_large')
  if (status === 404) return new AppError('not_found')
  return new AppError(status >= 400 && status < 500 ? 'invalid_input' : 'internal')
}

/** Returns the 4xx status that Express and its body parsers put on an error when the request is malformed. */
function statusOf(thrown: unknown): number {
  const isHttpError = typeof thrown === 'object' && thrown !== null && 'status' in thrown
  return isHttpError && typeof thrown.status === 'number' ? thrown.status : 500
}

function logUnexpected(log: Logger, thrown: unknown, { method, path }: Request): void {
  const { message, stack } = thrown instanceof Error ? thrown : { message: String(thrown), stack: undefined }
  log.error({ method, path, reason: message, stack }, 'request failed')
}

function isApi({ path }: Request): boolean {
  return path.startsWith(apiBase) || path === '/api' || path.startsWith('/api/')
}
