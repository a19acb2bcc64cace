import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://127.0.0.1/brimful',
  REDIS_URL: 'redis://127.0.0.1:6379',
  SESSION_SECRET: 'a'.repeat(64),
  SECRETS_KEY: 'b'.repeat(64),
  PUBLIC_URL: 'https://brimful.example/',
}

test('reads a production environment', () => {
  expect(readConfig(production)).toMatchObject({ isProduction: true, publicUrl: 'https://brimful.example' })
})

test.each([
  ['without a public address', { PUBLIC_URL: '' }, /^PUBLIC_URL must start with https/],
  [
    'with a public address that is not encrypted',
    { PUBLIC_URL: 'http://brimful.example' },
    /^PUBLIC_URL must/,
  ],
  ['without a Redis', { REDIS_URL: '' }, /^REDIS_URL is missing/],
])('refuses production %s, in one sentence', (_, environment, sentence) => {
  const read = () => readConfig({ ...production, ...environment })

  expect(read).toThrow(ConfigError)
  expect(read).toThrow(sentence)
})
