/** Examines an installation: configuration, services, providers, the public address and the clock. */
import { checkBackup } from './backup.ts'
import { checkBots } from './bots.ts'
import { checkClocks } from './clock.ts'
import { fault, ok, runChecks, warning } from '../finding.ts'
import type { Check, Line } from '../finding.ts'
import { openHiding } from './hide-secrets.ts'
import { checkMessages } from './mail.ts'
import { findOldNode } from '../start/old-node.ts'
import { checkPayments } from './payments.ts'
import { checkServices } from './services.ts'
import { checkSite } from './site.ts'
import { checkSpeech } from './speech.ts'
import { readSoundConfig } from './sound-config.ts'

export interface ExamineOptions {
  /** This machine's clock, in milliseconds. */
  now?: () => number
  /** Sends an email to this address; without it none is sent. */
  mailTo?: string | undefined
}

/** Longer than the timeout of any single call in a check. */
const timeoutMs = 40_000

/**
 * Runs every check, although some fail, and returns at least one line for each. Changes nothing, except that bots' tokens are renewed
 * as the workers renew them, and a file is written and deleted. No line has a secret of `source`.
 */
export async function examine(
  source: NodeJS.ProcessEnv,
  { now = Date.now, mailTo }: ExamineOptions = {},
): Promise<Line[]> {
  const { config, faults } = readSoundConfig(source)
  const found = faults.length > 0 ? faults.map(fault) : [ok('All variables are sound.')]
  const lines = found.map((finding) => ({ subject: 'configuration', ...finding }))
  const checks = config
    ? [
        checkNode(config.isProduction),
        ...checkServices(config),
        ...checkBackup(config, now),
        ...checkPayments(config),
        ...checkBots(config),
        ...checkSpeech(config),
        ...checkSite(config),
        ...checkMessages(config, mailTo),
        ...checkClocks(config, now),
      ]
    : []
  const hide = openHiding(source)
  return [...lines, ...(await runChecks(checks, timeoutMs))].map((line) => ({
    ...line,
    text: hide(line.text),
  }))
}

function checkNode(isProduction: boolean): Check {
  const old = findOldNode(isProduction)
  const finding = old ? warning(old) : ok(`Node ${process.versions.node} runs the commands.`)
  return { subject: 'node', run: async () => finding }
}
