// @ts-check
/** Runs other programs and ends with them. */
import { spawn } from 'node:child_process'
import { StoppedError } from './console.mjs'

/**
 * @typedef {object} RunOptions
 * @property {NodeJS.ProcessEnv} [env]
 * @property {boolean} [quiet] Keeps the output back; it is in the result either way.
 *
 * @typedef {object} Ended
 * @property {number} code
 * @property {string} output What it wrote, at most the last 20,000 letters; empty unless `quiet`.
 */

const stopSignals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])

/**
 * Runs a Node program of ours or of a package to its end. A stop signal is handed on to it, and rejects when it has ended.
 * @param {string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<Ended>}
 */
export async function runNode(args, { env = process.env, quiet = false } = {}) {
  const child = spawn(process.execPath, args, {
    env,
    stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (text) => (output = (output + text).slice(-20_000)))
  const handOn = passSignals((signal) => child.kill(signal))
  try {
    const code = await new Promise((done, reject) => {
      child.once('error', reject)
      child.once('close', (exitCode) => done(exitCode ?? 1))
    })
    if (handOn.stopped()) throw new StoppedError('stopped')
    return { code, output }
  } finally {
    handOn.end()
  }
}

/**
 * Calls `act` for each stop signal until `end` is called.
 * @param {(signal: NodeJS.Signals) => void} act
 */
export function passSignals(act) {
  let isStopped = false
  const hear = (/** @type {NodeJS.Signals} */ signal) => {
    isStopped = true
    act(signal)
  }
  for (const signal of stopSignals) process.on(signal, hear)
  return {
    stopped: () => isStopped,
    end() {
      for (const signal of stopSignals) process.off(signal, hear)
    },
  }
}
