// @ts-check
/** One at a time: two launchers in one folder neither install nor build at once. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { SetupError, say } from './console.mjs'

const file = 'dist/.busy'
const patienceMs = 10 * 60_000

/**
 * Waits for its turn, then works. What was to be done may be done by then: look again inside.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function inTurn(work) {
  await takeTurn(Date.now() + patienceMs)
  const giveBack = () => rmSync(file, { force: true })
  process.once('exit', giveBack)
  try {
    return await work()
  } finally {
    process.off('exit', giveBack)
    giveBack()
  }
}

/** @param {number} until */
async function takeTurn(until) {
  mkdirSync('dist', { recursive: true })
  for (let told = false; !tryTake(); told = true) {
    const holder = readHolder()
    if (isGone(holder)) rmSync(file, { force: true })
    else if (Date.now() > until) {
      throw new SetupError(
        `Process ${holder} has been installing or building for 10 minutes: end it, or delete ${file}.`,
      )
    } else if (!told) say('Waiting for another start of Brimful, which installs or builds here…')
    await sleep(100)
  }
}

function tryTake() {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false
    throw error
  }
}

/** 0 when the holder has not written its number yet, or has just left. */
function readHolder() {
  try {
    return Number(readFileSync(file, 'utf8'))
  } catch {
    return 0
  }
}

/** A number of our own is left from a process that had it before us, as happens in containers. */
function isGone(/** @type {number} */ holder) {
  return holder !== 0 && (holder === process.pid || !isAlive(holder))
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
}
