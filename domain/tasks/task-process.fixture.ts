/** A program for tests. Its task decides how it behaves. */
import { writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { answerParent } from './task-program.ts'

export interface Behaviour {
  ms?: number
  dies?: boolean
  /** Whether the program blocks its event loop forever. */
  hangs?: boolean
  /** Whether the program passes on what it reads from its input, piece by piece. */
  echoes?: boolean
  /** The file that the program writes its process id to. */
  pidFile?: string
}

export interface Report {
  pid: number
  from: number
  to: number
  environment: string[]
}

answerParent<Behaviour, Report, string>(async ({ ms = 0, dies, hangs, echoes, pidFile }, pass) => {
  const from = Date.now()
  if (pidFile) writeFileSync(pidFile, String(process.pid))
  if (dies) process.kill(process.pid, 'SIGSEGV')
  while (hangs) process.hrtime()
  if (echoes) for await (const piece of process.stdin) await pass(String(piece))
  await sleep(ms)
  return { pid: process.pid, from, to: Date.now(), environment: Object.keys(process.env) }
})
