/** What the inner port says besides `/livez`. */
import { register } from 'prom-client'
import { listWires } from '../../db/wires.ts'
import type { Answer } from './keep-thread.ts'

/** What a process that is started can say of itself: whether it takes work, and its metrics. */
export function openAnswers() {
  let isReady = false
  return {
    /** Says from now on whether the process has started and is not stopping. */
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
