/** Codes of errors that can happen only before any byte of a request is sent. */
const codes = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'])

/** Returns whether a failed request with this error code was certainly not sent. */
export const isNotSent = (code: string | undefined): boolean => code !== undefined && codes.has(code)

/** Returns the error code of a failed `fetch`. */
export const codeOf = (error: unknown): string | undefined =>
  (error as { cause?: { code?: string } }).cause?.code
