import { expect, test } from 'vitest'
import { allCalls } from '../calls.ts'
import { lastingChanges, needsConfirmation } from './lasting-changes.ts'
import { passingChanges } from './passing-changes.fixture.ts'

const lasting = Object.values(lastingChanges).flatMap(({ calls }) => Object.keys(calls))
const passing = Object.values(passingChanges).flat()

test('every call that writes is decided: what it changes lasts, or does not', () => {
  const writing = allCalls.filter(({ method }) => method === 'POST').map(({ path }) => path)

  expect(writing.filter((path) => !lasting.includes(path) && !passing.includes(path))).toEqual([])
})

test('both tables name only calls that there are, each once', () => {
  const paths = allCalls.map(({ path }) => path)
  const named = [...lasting, ...passing]

  expect(named.filter((path) => !paths.includes(path))).toEqual([])
  expect(named.filter((path, at) => named.indexOf(path) !== at)).toEqual([])
})

test('a call that a stranger may make needs no session, and so no confirmed one', () => {
  expect(allCalls.filter((call) => call.access === 'public' && needsConfirmation(call))).toEqual([])
})
