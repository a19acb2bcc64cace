/** Failures on their way out: what a caller may know is told, everything else is one line in our log. */
import type { ErrorRequestHandler, Request, RequestHandler } from 'express'
import type { Logger } from 'pino'
import { saveChatbotSettings } from '../../contract/account-calls.ts'
import { apiBase } from '../../contract/calls.ts'
import { AppError } from '../../contract/errors.ts'
import type { ErrorBody, ErrorText } from '../../contract/errors.ts'
import type { Locale } from '../../contract/locale.ts'
import { localeOf } from './locale.ts'
import { translate } from './translate.ts'

/** Chatbot settings say their failure a second time, as `error`. */
const chatbotPath = apiBase + saveChatbotSettings.path

/** Answers an address of the API that nobody mounted. */
export const rejectUnknownPath: RequestHandler = () => {
  throw new AppError('not_found')
}

/** The last middleware: turns any failure into the contract's error body, or plain text outside the API, in the visitor's language. */
export function errorHandler(log: Logger): ErrorRequestHandler {
  return (thrown: unknown, req, res, next) => {
    const error = toAppError(thrown)
    if (error.code === 'internal') logUnexpected(log, thrown, req)
    if (res.headersSent) return next(thrown)
    const { retryAfter } = error.details
    if (retryAfter !== undefined) res.setHeader('Retry-After', retryAfter)
    res.status(error.status).vary('Accept-Language').vary('Cookie')
    if (isApi(req)) return void res.json(toErrorBody(error, req))
    res.type('text').send(translate(error.text, localeOf(req)))
  }
}

function toErrorBody({ code, text, details }: AppError, req: Request): ErrorBody {
  const locale = localeOf(req)
  const { fields, retryAfter, challenge } = details
  const message = translate(text, locale)
  return {
    ErrorMessage: message,
    code,
    ...(fields && { fields: translateFields(fields, locale) }),
    ...(retryAfter !== undefined && { retryAfter }),
    ...(challenge && { challenge }),
    ...(req.path === chatbotPath && { error: message }),
  }
}

function translateFields(fields: Record<string, ErrorText>, locale: Locale): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([field, text]) => [field, translate(text, locale)]))
}

function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown
  const status = statusOf(thrown)
  if (status === 413) return new AppError('too_large')
  if (status === 404) return new AppError('not_found')
  return new AppError(status >= 400 && status < 500 ? 'invalid_input' : 'internal')
}

/** Express and its parsers say with a status what was wrong with a request. */
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
