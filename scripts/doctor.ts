/**
 * `npm run doctor`: examines this installation from where it runs, prints one line for each check, and exits with 1 if there is a
 * fault. `--mail-to ADDRESS` sends a test email as well.
 */
import { parseArgs } from 'node:util'
import { examine } from '../domain/doctor/examine.ts'
import type { Line } from '../domain/finding.ts'
import { runCommand } from './command-environment.ts'

const marks = { ok: 'ok', off: 'off', warning: 'WARNING', fault: 'FAULT' } as const

function show({ kind, subject, text }: Line): string {
  return `${marks[kind].padEnd(8)} ${subject.padEnd(14)} ${text}`
}

await runCommand(async (env) => {
  const { values } = parseArgs({ options: { 'mail-to': { type: 'string' } } })
  const lines = await examine(env, { mailTo: values['mail-to'] })
  for (const line of lines) console.log(show(line))
  const faults = lines.filter(({ kind }) => kind === 'fault').length
  console.log(
    faults === 0 ? 'Nothing is wrong.' : `${faults} ${faults === 1 ? 'thing is' : 'things are'} wrong.`,
  )
  process.exitCode = faults === 0 ? 0 : 1
})
