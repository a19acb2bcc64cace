/** Reads random environments: each is taken, or refused with one line for each fault, which names its variable and shows no secret. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fuzzRuns, hostileTexts } from '../../contract/fuzzed-input.fixture.ts'
import { ConfigError, readConfig } from './config.ts'
import { sections } from './environment.ts'

const { seed, numRuns } = fuzzRuns(3_000)

const variables = Object.assign({}, ...Object.values(sections)) as Record<string, { example?: string }>
const names = Object.keys(variables)
/** What is secret in an environment: keys, passwords and addresses that may contain one. */
const isSecret = (name: string) => /SECRET|KEY|TOKEN|PASSWORD|_URL$/.test(name)

const usual = {
  DATABASE_URL: 'postgres://127.0.0.1/brimful',
  SESSION_SECRET: 'a'.repeat(64),
  SECRETS_KEY: 'b'.repeat(64),
}

const valueOf = (name: string) =>
  fc.oneof(
    fc.constantFrom(
      variables[name]?.example ?? 'x',
      ...hostileTexts.filter((text) => !text.includes('\u0000')),
    ),
    fc.constantFrom(
      'true',
      'false',
      '1',
      '-1',
      '1e9',
      'https://a.example',
      'postgres://u:hunter22hunter@h/d',
      'sk_live_hunter22hunter',
    ),
    fc.string({ maxLength: 30 }),
  )

const environments = fc
  .uniqueArray(fc.constantFrom(...names), { maxLength: 12 })
  .chain((some) => fc.record(Object.fromEntries(some.map((name) => [name, valueOf(name)]))))
  .chain((given) => fc.constantFrom({ ...usual, ...given }, given))

test('any environment is read, or refused in sentences without a secret', () => {
  const isWell = fc.property(environments, (environment: Record<string, string>) => {
    const refusal = refusalOf(environment)
    for (const line of refusal?.split('\n') ?? [])
      expect(line).toMatch(/^[A-Z][A-Z0-9_]+ |^Nothing is configured/)
    for (const [name, value] of Object.entries(environment))
      if (isSecret(name) && value.length > 20 && !isExample(name, value))
        expect(refusal ?? '').not.toContain(value)
  })
  fc.assert(isWell, { seed, numRuns })
})

const isExample = (name: string, value: string) => value === variables[name]?.example

function refusalOf(environment: Record<string, string>): string | undefined {
  try {
    readConfig(environment)
    return undefined
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
}
