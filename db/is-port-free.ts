import { createServer } from 'node:net'

/** Returns whether a program can listen on this port now. Rejects if the host is not an address of this machine. */
export function isPortFree(host: string, port: number): Promise<boolean> {
  const probe = createServer()
  return new Promise((resolve, reject) => {
    probe.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    )
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(true)))
  })
}
