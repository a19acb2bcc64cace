// @ts-check
/** A lock between launchers, so that two of them do not install or build in the same folder at the same time. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { SetupError, print } from './console.mjs'

/** A file with the process id of the lock's holder. */
const file = 'dist/.busy'
const timeoutMs = 10 * 60_000

/**
 * Waits for the lock, then runs `work`. Another launcher may have done the same work meanwhile, so `work` must check whether it
 * is still needed.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(work) {
  await acquire(Date.now() + timeoutMs)
  const release = () => rmSync(file, { force: true })
  process.once('exit', release)
  try {
    return await work()
  } finally {
    process.off('exit', release)
    release()
  }
}

/** @param {number} deadline */
async function acquire(deadline) {
  mkdirSync('dist', { recursive: true })
  for (let isFirst = true; !tryAcquire(); isFirst = false) {
    const holder = readHolder()
    if (holder !== 0 && !isRunning(holder)) rmSync(file, { force: true })
    else if (Date.now() > deadline) {
      throw new SetupError(
        `Process ${holder} has been installing or building for 10 minutes: end it, or delete ${file}.`,
      )
    } else if (isFirst) print('Waiting for another start of Brimful, which installs or builds here…')
    await sleep(100)
  }
}

function tryAcquire() {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false
    throw error
  }
}

/** Returns the holder's process id; 0 if it is not written yet or the lock has just been released. */
function readHolder() {
  try {
    return Number(readFileSync(file, 'utf8'))
  } catch {
    return 0
  }
}

/** Returns whether the holder is running. If the id is our own, an earlier process wrote it: in containers, ids repeat. */
function isRunning(/** @type {number} */ holder) {
  if (holder === process.pid) return false
  try {
    return process.kill(holder, 0)
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
}
