// @ts-check
/**
 * A thread that answers `/livez` for the process, and ends it when its event loop is stuck: the main thread can do neither then. It
 * counts its own seconds, so that a machine that was asleep is no reason.
 */
import { createServer } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

/** @type {import('./liveness.ts').ThreadData} */
const { beats, host, port, reasons, tickMs, failAfter, endAfter } = workerData
const state = new Int32Array(beats)

let lastBeat = 0
/** For how many ticks the main thread has been stuck, and for how many a check of it has failed. */
let stuck = 0
let failed = 0

setInterval(() => {
  const beat = Atomics.load(state, 0)
  stuck = beat === lastBeat ? stuck + 1 : 0
  lastBeat = beat
  failed = Atomics.load(state, 1) > 0 ? failed + 1 : 0
  if (stuck >= endAfter) process.kill(process.pid, 'SIGKILL')
  if (failed === endAfter) parentPort?.postMessage('end')
}, tickMs)

/** Returns why the process is not live, or undefined. */
function findReason() {
  if (stuck >= failAfter) return 'event loop'
  return failed >= failAfter ? reasons[Atomics.load(state, 1) - 1] : undefined
}

if (port !== undefined)
  createServer((request, response) => {
    if (request.url !== '/livez') return void response.writeHead(404).end()
    const reason = findReason()
    response.writeHead(reason ? 503 : 200, {
      'content-type': 'application/json',
      'cache-control': 'no-store',
    })
    response.end(JSON.stringify(reason ? { status: 'failed', reason } : { status: 'ok' }))
  })
    .on('error', (error) => parentPort?.postMessage({ error }))
    .listen(port, host, () => parentPort?.postMessage('ready'))
else parentPort?.postMessage('ready')
