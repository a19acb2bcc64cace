// @ts-check
/** Reads what npm says about package-lock.json. */
import { execFile } from 'node:child_process'
import { SetupError } from './console.mjs'
import { findNpm, npmEnvironment } from './install.mjs'

const timeout = 2 * 60_000
const maxBuffer = 100_000_000

/**
 * Runs npm and returns the JSON that it prints, also if it exits with an error, as `npm audit` does when it finds something. Throws
 * `SetupError` with what npm says if it prints none.
 * @param {string[]} args
 * @returns {Promise<unknown>}
 */
export async function readNpm(args) {
  const command = [findNpm(), ...args, '--package-lock-only']
  const { stdout, stderr } = await new Promise((resolve) => {
    execFile(process.execPath, command, { env: npmEnvironment(), timeout, maxBuffer }, (error, out, output) =>
      resolve({ stdout: out, stderr: output || (error?.message ?? '') }),
    )
  })
  try {
    return JSON.parse(stdout)
  } catch {
    throw new SetupError(`npm printed no JSON: ${stderr.trim() || 'nothing at all'}`)
  }
}
