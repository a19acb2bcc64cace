/** Finds ports that are free to listen on. */
import { isPortFree } from '../db/is-port-free.ts'
import { SetupError } from './console.mjs'

/** Throws an error of one sentence if `port` is taken, before the caller starts anything. */
export async function assertPortFree(host: string, port: number): Promise<void> {
  if (await isPortFree(host, port)) return
  throw new SetupError(
    `Port ${port} is taken: end what listens there, or choose another, as in PORT=${port + 1} npm start.`,
  )
}

/** Returns the first free port at or after `from` that is not `except`. */
export async function findFreePort(host: string, from: number, except?: number): Promise<number> {
  for (let port = from; port < from + 100; port++)
    if (port !== except && (await isPortFree(host, port))) return port
  throw new SetupError(`No port between ${from} and ${from + 99} is free: end what listens there.`)
}
