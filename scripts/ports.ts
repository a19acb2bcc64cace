/** Finds ports that are free to listen on. */
import { createServer } from 'node:net'
import { SetupError } from './console.mjs'

/** Throws an error of one sentence if `port` is taken, before the caller starts anything. */
export async function assertPortFree(host: string, port: number): Promise<void> {
  if (await isFree(host, port)) return
  throw new SetupError(
    `Port ${port} is taken: end what listens there, or choose another, as in PORT=${port + 1} npm start.`,
  )
}

/** Returns the first free port at or after `from` that is not `except`. */
export async function findFreePort(host: string, from: number, except?: number): Promise<number> {
  for (let port = from; port < from + 100; port++)
    if (port !== except && (await isFree(host, port))) return port
  throw new SetupError(`No port between ${from} and ${from + 99} is free: end what listens there.`)
}

function isFree(host: string, port: number): Promise<boolean> {
  const probe = createServer()
  return new Promise((resolve, reject) => {
    probe.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    )
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(true)))
  })
}
