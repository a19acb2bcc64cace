/** A picture program for tests. Its task decides how it behaves. */
import { writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { answerParent } from './picture-program.ts'

export interface Behaviour {
  ms?: number
  dies?: boolean
  /** Whether the program blocks its event loop forever. */
  hangs?: boolean
  /** The file to which the program writes its process id. */
  pidFile?: string
}

export interface Report {
  pid: number
  from: number
  to: number
  environment: string[]
}

answerParent(async ({ ms = 0, dies, hangs, pidFile }: Behaviour): Promise<Report> => {
  const from = Date.now()
  if (pidFile) writeFileSync(pidFile, String(process.pid))
  if (dies) process.kill(process.pid, 'SIGSEGV')
  while (hangs) process.hrtime()
  await sleep(ms)
  return { pid: process.pid, from, to: Date.now(), environment: Object.keys(process.env) }
})
