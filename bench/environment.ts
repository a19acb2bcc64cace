/** The environment that all benchmarks share. */

/** The address of a Redis database that neither tests nor a development server use. */
export const redisUrl = `${process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379'}/14`
/** Values for the secrets that the product requires. */
export const secrets = { SESSION_SECRET: '0'.repeat(64), SECRETS_KEY: '0'.repeat(64) }
