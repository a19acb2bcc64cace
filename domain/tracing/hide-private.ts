import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-node'

/**
 * The attributes that leave the process. Addresses can contain tokens, errors of Postgres contain values, and statements of Redis
 * contain jobs, so everything else is left out.
 */
const sent = new Set([
  'http.request.method',
  'http.response.status_code',
  'http.method',
  'http.status_code',
  'server.address',
  'server.port',
  'net.peer.name',
  'net.peer.port',
  'error.type',
  'db.system',
  'db.system.name',
  'db.name',
  'db.namespace',
  'bullmq.queue.name',
  'bullmq.queue.operation',
  'bullmq.job.id',
  'bullmq.job.attempts.made',
])

/** Wraps an exporter so that spans leave the process without addresses, statements, values and messages of errors. */
export function hidePrivate(exporter: SpanExporter): SpanExporter {
  return {
    export: (spans, done) => exporter.export(spans.map(strip), done),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  }
}

function strip(span: ReadableSpan): ReadableSpan {
  const attributes = Object.fromEntries(Object.entries(span.attributes).filter(([name]) => sent.has(name)))
  const own = { attributes, events: [], links: [], status: { code: span.status.code } }
  return Object.create(
    span,
    Object.fromEntries(Object.entries(own).map(([name, value]) => [name, { value, enumerable: true }])),
  ) as ReadableSpan
}
