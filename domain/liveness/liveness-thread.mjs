// @ts-check
/**
 * A thread that serves `/livez` for the process, and ends the process when its event loop is stuck, because the stuck main thread
 * could do neither. The thread measures time by counting its own ticks, so a machine that was asleep does not count as stuck. It
 * passes requests for other paths to the main thread.
 */
import { createServer } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

/** @typedef {import('./keep-thread.ts').Answer} Answer */

/** @type {import('./keep-thread.ts').ThreadData} */
const { beats, host, port, reasons, paths, tickMs, failAfter, endAfter } = workerData
const state = new Int32Array(beats)

let lastBeat = 0
/** How many ticks the main thread has been stuck, and how many ticks one of the checks has failed. */
let stuck = 0
let failed = 0

setInterval(() => {
  const beat = Atomics.load(state, 0)
  const isDebugged = Atomics.load(state, 2) === 1 // a breakpoint stops the event loop as well
  stuck = beat === lastBeat && !isDebugged ? stuck + 1 : 0
  lastBeat = beat
  failed = Atomics.load(state, 1) > 0 ? failed + 1 : 0
  if (stuck >= endAfter) process.kill(process.pid, 'SIGKILL')
  if (failed === endAfter) parentPort?.postMessage('end')
}, tickMs)

function findReason() {
  if (stuck >= failAfter) return 'event loop'
  return failed >= failAfter ? reasons[Atomics.load(state, 1) - 1] : undefined
}

/** @returns {Answer} */
function live() {
  const reason = findReason()
  const body = JSON.stringify(reason ? { status: 'failed', reason } : { status: 'ok' })
  return { status: reason ? 503 : 200, type: 'application/json', body }
}

/** How many milliseconds a request waits for the main thread's response. */
const askMs = 2_000
let lastQuestion = 0
/** @type {Map<number, (answer: Answer) => void>} */
const requested = new Map()
parentPort?.on('message', ({ id, answer }) => requested.get(id)?.(answer))

/**
 * Requests a response from the main thread. Resolves to a 503 if the main thread does not respond in time.
 * @param {string} path
 * @returns {Promise<Answer>}
 */
async function ask(path) {
  const id = ++lastQuestion
  /** @type {NodeJS.Timeout | undefined} */
  let timer
  const noAnswer = {
    status: 503,
    type: 'application/json',
    body: '{"status":"failed","reason":"event loop"}',
  }
  const answer = await new Promise((resolve) => {
    timer = setTimeout(resolve, askMs, noAnswer)
    requested.set(id, resolve)
    parentPort?.postMessage({ id, path })
  })
  clearTimeout(timer)
  requested.delete(id)
  return answer
}

if (port !== undefined)
  createServer(async ({ url = '' }, response) => {
    if (url !== '/livez' && !paths.includes(url)) return void response.writeHead(404).end()
    const { status, type, body } = url === '/livez' ? live() : await ask(url)
    response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body)
  })
    .on('error', (error) => parentPort?.postMessage({ error }))
    .listen(port, host, () => parentPort?.postMessage('ready'))
else parentPort?.postMessage('ready')
