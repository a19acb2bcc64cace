/** Runs the middleware that receives an uploaded file, within limits of time and pace. */
import type { Request, RequestHandler, Response } from 'express'

/** An upload that sends fewer bytes than this per interval is cut off: 4 kB a second is the slowest mobile network. */
const pace = { ms: 5_000, bytes: 20_000 }

/**
 * Resolves when the middleware has received the file, and rejects with its error. Closes the connection of an upload that takes
 * longer than `timeoutMs` or is too slow.
 */
export async function receiveFile(
  middleware: RequestHandler,
  req: Request,
  res: Response,
  timeoutMs: number,
): Promise<void> {
  const timer = setTimeout(() => req.destroy(), timeoutMs)
  const watch = requirePace(req)
  await new Promise<void>((done, fail) => {
    void middleware(req, res, (error?: unknown) => (error instanceof Error ? fail(error) : done()))
  }).finally(() => {
    clearTimeout(timer)
    clearInterval(watch)
  })
}

/** Closes the connection when fewer bytes than `pace` allows arrive in an interval. */
function requirePace(req: Request): NodeJS.Timeout {
  let before = req.socket.bytesRead
  return setInterval(() => {
    const now = req.socket.bytesRead
    if (now - before < pace.bytes) req.destroy()
    before = now
  }, pace.ms)
}
