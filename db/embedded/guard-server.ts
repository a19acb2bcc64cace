/** Starts the guardian process of an embedded Postgres server (`guardian.mjs`). */
import { spawn } from 'node:child_process'
import type { Socket } from 'node:net'
import { findScript } from '../find-script.ts'
import { asAccount } from './cluster.ts'
import type { Cluster } from './cluster.ts'
import { usersLock } from './session.ts'

/**
 * Starts a process that stops the server once this process has ended and nobody else uses the server. Returns a function that
 * ends it.
 */
export function guardServer(cluster: Cluster): () => void {
  const { folder, password, programs } = cluster
  // In a process group of its own, so that a Ctrl-C for us does not end it first.
  const guardian = spawn(process.execPath, [findScript(import.meta.url, 'guardian')], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  guardian.on('error', () => {}) // the server is then stopped as long as this process is not killed
  guardian.stdin.on('error', () => {})
  // The task contains the password, and anybody can read a process's arguments, so it goes through the pipe. The pipe stays open
  // until this process ends, which is how the guardian notices the end.
  const task = { folder, password, lock: usersLock, program: programs.pg_ctl, options: asAccount(cluster) }
  guardian.stdin.write(JSON.stringify(task))
  guardian.unref()
  ;(guardian.stdin as Socket).unref()
  return () => void guardian.kill('SIGKILL')
}
