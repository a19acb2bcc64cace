import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { listen } from '../server/listen.fixture.ts'

interface SentSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
}

/** Receives traces by OTLP over HTTP as JSON (https://opentelemetry.io/docs/specs/otlp/#otlphttp). */
export async function openTraceReceiver() {
  const spans: SentSpan[] = []
  const bodies: string[] = []
  const server = createServer(async (req, res) => {
    const body = (await json(req)) as {
      resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[]
    }
    bodies.push(JSON.stringify(body))
    for (const { scopeSpans } of body.resourceSpans)
      for (const { spans: sent } of scopeSpans) spans.push(...sent)
    res.setHeader('content-type', 'application/json').end('{}')
  })
  return {
    ...(await listen(server)),
    bodies,
    /** Returns the spans that belong to the same trace as the first one whose name contains `part`. */
    traceOf(part: string): SentSpan[] {
      const first = spans.find(({ name }) => name.includes(part))
      return spans.filter(({ traceId }) => traceId === first?.traceId)
    },
  }
}
