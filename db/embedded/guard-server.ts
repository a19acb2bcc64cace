/** Starts the guardian of an embedded server. */
import { spawn } from 'node:child_process'
import type { Socket } from 'node:net'
import { findScript } from '../find-script.ts'
import { asAccount } from './cluster.ts'
import type { Cluster } from './cluster.ts'
import { usersLock } from './session.ts'

/** Starts a process that stops the server when this process is gone and nobody else uses it. Returns how to end it. */
export function guardServer(cluster: Cluster): () => void {
  const { folder, password, programs } = cluster
  // In a process group of its own, so that a Ctrl-C for us does not end it first.
  const guardian = spawn(process.execPath, [findScript(import.meta.url, 'guardian')], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  guardian.on('error', () => {}) // the server is then stopped as long as this process is not killed
  guardian.stdin.on('error', () => {})
  // By the pipe, because everybody can read the arguments of a process. The pipe stays open until this process is gone.
  const task = { folder, password, lock: usersLock, program: programs.pg_ctl, options: asAccount(cluster) }
  guardian.stdin.write(JSON.stringify(task))
  guardian.unref()
  ;(guardian.stdin as Socket).unref()
  return () => void guardian.kill('SIGKILL')
}
