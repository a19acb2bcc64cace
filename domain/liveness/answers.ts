/** The paths that the liveness port serves besides `/livez`: `/readyz` and `/metrics`. */
import { collectDefaultMetrics, register } from 'prom-client'
import { listWires } from '../../db/wires.ts'
import type { Answer } from './keep-thread.ts'

/** Opens the responses to `/readyz`, which says whether the process takes work, and to `/metrics`. */
export function openAnswers() {
  let isReady = false
  // These are the metrics of Node itself: event-loop lag, memory, garbage collection. Registering them a second time throws.
  if (!register.getSingleMetric('nodejs_eventloop_lag_seconds')) collectDefaultMetrics()
  return {
    /** Sets whether `/readyz` reports that the process takes work. It does after the start, until the process stops. */
    setReady: (ready: boolean) => void (isReady = ready),
    answers: {
      '/readyz': async (): Promise<Answer> => {
        const wires = listWires()
        const isUsable = isReady && !wires.some(({ name, isUp }) => name === 'postgres' && !isUp)
        const status = isUsable ? 'ok' : 'failed'
        const body = JSON.stringify({ status, wires })
        return { status: isUsable ? 200 : 503, type: 'application/json', body }
      },
      '/metrics': async (): Promise<Answer> => ({
        status: 200,
        type: register.contentType,
        body: await register.metrics(),
      }),
    },
  }
}
