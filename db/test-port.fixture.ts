import { isPortFree } from './is-port-free.ts'

/**
 * Returns a free port below the range that the system uses for outgoing connections, so that it is still free when a program starts,
 * or starts again, on it.
 */
export async function findTestPort(): Promise<number> {
  const first = 20_000 + Math.floor(Math.random() * 10_000)
  for (let port = first; ; port++) if (await isPortFree('127.0.0.1', port)) return port
}
