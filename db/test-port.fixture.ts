import { createServer } from 'node:net'

/**
 * Returns a free port below the range that the system uses for outgoing connections, so that it is still free when a program starts,
 * or starts again, on it.
 */
export async function findTestPort(): Promise<number> {
  const first = 20_000 + Math.floor(Math.random() * 10_000)
  for (let port = first; ; port++) if (await isFree(port)) return port
}

function isFree(port: number): Promise<boolean> {
  const probe = createServer()
  return new Promise((resolve, reject) => {
    probe.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    )
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => probe.close(() => resolve(true)))
  })
}
