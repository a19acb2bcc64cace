/** Starts the guardian process of an embedded Postgres server (`guardian.mjs`). */
import { spawn } from 'node:child_process'
import type { Socket } from 'node:net'
import { findScript } from '../find-script.ts'
import { asAccount } from './cluster.ts'
import type { Cluster } from './cluster.ts'
import { usersLock } from './session.ts'

/**
 * Starts a guardian process. It stops the server once this process has ended and no other process uses the server. Returns a
 * function that ends the guardian.
 */
export function guardServer(cluster: Cluster): () => void {
  const { folder, password, programs } = cluster
  // The guardian has its own process group, so that a Ctrl-C for us does not end it first.
  const guardian = spawn(process.execPath, [findScript(import.meta.url, 'guardian')], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  guardian.on('error', () => {}) // without a guardian, this process stops the server itself unless it is killed
  guardian.stdin.on('error', () => {})
  // The guardian receives its task through a pipe, because the task contains the password and anybody can read a process's
  // arguments. The pipe stays open until this process ends, which is how the guardian notices the end.
  const task = { folder, password, lock: usersLock, program: programs.pg_ctl, options: asAccount(cluster) }
  guardian.stdin.write(JSON.stringify(task))
  guardian.unref()
  ;(guardian.stdin as Socket).unref()
  return () => void guardian.kill('SIGKILL')
}
