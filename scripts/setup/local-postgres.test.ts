import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SetupError } from '../../db/setup-error.ts'
import { setUpFolder } from '../folder.fixture.ts'
import { findLocalPostgres } from './local-postgres.ts'

const folder = setUpFolder('brimful-sockets-')
const listen = (port: number) => writeFileSync(join(folder.path, `.s.PGSQL.${port}`), '')
const portOf = (address: string) => new URL(address).port

test('without a socket it is the usual port, whose absence is then said', () => {
  expect(portOf(findLocalPostgres(folder.path))).toBe('5432')
  expect(portOf(findLocalPostgres(join(folder.path, 'nothing')))).toBe('5432')
})

test('a single server on another port is found; of several the one on the usual port', () => {
  listen(5433)
  writeFileSync(join(folder.path, '.s.PGSQL.5433.lock'), '')
  const address = findLocalPostgres(folder.path)
  expect(portOf(address)).toBe('5433')
  expect(decodeURIComponent(new URL(address).hostname)).toBe(folder.path)

  listen(5432)
  expect(portOf(findLocalPostgres(folder.path))).toBe('5432')
})

test('several servers on other ports are named', () => {
  listen(5434)
  listen(5433)
  expect(() => findLocalPostgres(folder.path)).toThrow(
    new SetupError(
      'There are several Postgres servers here, on the ports 5433, 5434: name one with --postgres.',
    ),
  )
})
