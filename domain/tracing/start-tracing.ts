/**
 * Switches traces on where OTEL_EXPORTER_OTLP_ENDPOINT is set, before the process opens its connections. Otherwise loads nothing.
 * Returns a function that sends the last ones.
 */
export async function startTracing(
  { tracesUrl }: { tracesUrl: string | undefined },
  service: string,
): Promise<() => Promise<void>> {
  if (tracesUrl === undefined) return async () => {}
  const { openTelemetry } = await import('./open-telemetry.ts')
  return openTelemetry(tracesUrl, service)
}
