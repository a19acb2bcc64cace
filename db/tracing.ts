/**
 * Traces, as far as the rest of the program knows them. While they are off, which is the default, nothing here does anything.
 * `domain/tracing/open-telemetry.ts` switches them on.
 */
import type { Telemetry } from 'bullmq'

/** What traces are made with. */
export interface Tracer {
  /** Returns the current trace as a `traceparent` (https://www.w3.org/TR/trace-context/), undefined outside of one. */
  current(): string | undefined
  /** Runs `work` as a span with this name, in the trace of `parent`, or in the current one, or in a new one. */
  run<T>(name: string, parent: string | undefined, work: () => Promise<T>): Promise<T>
  /** Continues traces from a queue's producer to its worker. */
  queues: Telemetry
}

let tracer: Tracer | undefined

/** Switches traces on for this process. Queues that are opened later take part. */
export function setTracer(chosen: Tracer | undefined): void {
  tracer = chosen
}

/** Returns whether traces are on. */
export function isTracing(): boolean {
  return tracer !== undefined
}

/** Returns the current trace as a `traceparent`; undefined outside of one, and while traces are off. */
export function currentTrace(): string | undefined {
  return tracer?.current()
}

/** Returns the id of the current trace. Log lines have it as `traceId`. */
export function currentTraceId(): string | undefined {
  return tracer?.current()?.split('-')[1]
}

/** Returns BullMQ's option that continues traces from producers to workers; nothing while traces are off. */
export function queueTelemetry(): { telemetry?: Telemetry } {
  return tracer ? { telemetry: tracer.queues } : {}
}

/**
 * Runs `work` as a span of the trace that `findParent` finds. Without one, or if it cannot be read, the span begins a new trace. While
 * traces are off, only runs `work`.
 */
export async function inTraceOf<T>(
  name: string,
  findParent: () => Promise<string | undefined>,
  work: () => Promise<T>,
): Promise<T> {
  if (!tracer) return work()
  return tracer.run(name, await findParent().catch(() => undefined), work)
}
