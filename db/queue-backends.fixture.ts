/** The queue backends to test. */
export type Backend = 'redis' | 'postgres'

/**
 * Returns the queue backends to test: Redis if it is available, otherwise Postgres; in `npm run test:full` every available one.
 */
export function backendsWith(hasRedis: boolean): Backend[] {
  const available: Backend[] = hasRedis ? ['redis', 'postgres'] : ['postgres']
  return process.env.TEST_FULL === 'true' ? available : available.slice(0, 1)
}
