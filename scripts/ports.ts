/** Ports that are free to listen on. */
import { createServer } from 'node:net'
import { SetupError } from './console.mjs'

/** Throws one sentence when `port` is taken, before anything is started for nothing. */
export async function assertFree(host: string, port: number): Promise<void> {
  if (await isFree(host, port)) return
  throw new SetupError(
    `Port ${port} is taken: end what listens there, or choose another, as in PORT=${port + 1} npm start.`,
  )
}

/** The first free port from `from` on that is not `but`. */
export async function findFree(host: string, from: number, but: number): Promise<number> {
  for (let port = from; port < from + 100; port++) if (port !== but && (await isFree(host, port))) return port
  throw new SetupError(`No port between ${from} and ${from + 99} is free: end what listens there.`)
}

function isFree(host: string, port: number): Promise<boolean> {
  const probe = createServer()
  return new Promise((done, fail) => {
    probe.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? done(false) : fail(error),
    )
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => done(true)))
  })
}
