/**
 * Traces with OpenTelemetry's own instrumentations of HTTP, pg and ioredis, and BullMQ's telemetry. Loaded only where traces are on
 * (`start-tracing.ts`).
 */
import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import { context, propagation, SpanStatusCode, trace } from '@opentelemetry/api'
import type { Span } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { registerInstrumentations } from '@opentelemetry/instrumentation'
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http'
import { IORedisInstrumentation } from '@opentelemetry/instrumentation-ioredis'
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node'
import { BullMQOtel } from 'bullmq-otel'
import { setTracer } from '../../db/tracing.ts'
import { hidePrivate } from './hide-private.ts'

const scope = 'brimful'
/** Asked by machines every few seconds. */
const unwatched = /^\/(readyz|livez|metrics)\b/
const packages = ['http', 'https', 'pg', 'ioredis']

/**
 * Switches traces on for this process, and sends them to an OTLP/HTTP receiver. Returns a function that sends the last ones.
 * `service` is the kind of process. https://opentelemetry.io/docs/specs/otlp/#otlphttp-request
 */
export function openTelemetry(endpoint: string, service: string): () => Promise<void> {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` })
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': `brimful-${service}` }),
    spanProcessors: [new BatchSpanProcessor(hidePrivate(exporter))],
  })
  provider.register()
  const stopInstrumentations = registerInstrumentations({
    tracerProvider: provider,
    instrumentations: [
      new HttpInstrumentation({
        ignoreIncomingRequestHook: ({ url }) => unwatched.test(url ?? ''),
        applyCustomAttributesOnSpan: nameRequest,
      }),
      // Polls have no parent: a process that only waits sends nothing.
      new PgInstrumentation({ requireParentSpan: true }),
      new IORedisInstrumentation({ requireParentSpan: true, dbStatementSerializer: (command) => command }),
    ],
  })
  // An instrumentation changes a package when somebody requires it. Ours are imported, which it does not see.
  const require = createRequire(import.meta.url)
  for (const name of packages) require(name)
  setTracer({ current, run, queues: new BullMQOtel({ tracerName: scope }) })
  return async () => {
    setTracer(undefined)
    stopInstrumentations()
    await provider.shutdown()
    for (const api of [trace, context, propagation]) api.disable()
  }
}

/** Names a request after its method and route: a path can contain the id of a payment. */
function nameRequest(
  span: Span,
  request: ClientRequest | IncomingMessage,
  _response: IncomingMessage | ServerResponse,
): void {
  const { baseUrl = '', route } = request as { baseUrl?: string; route?: { path?: unknown } }
  if (typeof route?.path === 'string') span.updateName(`${request.method} ${baseUrl}${route.path}`)
}

function current(): string | undefined {
  const carrier: { traceparent?: string } = {}
  propagation.inject(context.active(), carrier)
  return carrier.traceparent
}

async function run<T>(name: string, parent: string | undefined, work: () => Promise<T>): Promise<T> {
  const origin =
    parent === undefined ? context.active() : propagation.extract(context.active(), { traceparent: parent })
  const span = trace.getTracer(scope).startSpan(name, {}, origin)
  return context.with(trace.setSpan(origin, span), async () => {
    try {
      return await work()
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR })
      throw error
    } finally {
      span.end()
    }
  })
}
