import { screen } from '@testing-library/dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Alert } from '../../contract/sockets.ts'
import page from '../streamalerts.html?raw'
import { showAlert } from './alert-view.ts'

beforeEach(() => {
  document.body.innerHTML = /<body>([\s\S]*?)<script/.exec(page)![1]!
})
afterEach(() => void vi.useRealTimers())

const goal = { title: 'A kiln for the clay season', amount: 1_200_00, amountReceived: 864_00 }

function show(alert: Partial<Alert>) {
  return showAlert({
    id: '00000000-0000-4000-8000-000000000001',
    seq: 1,
    kind: 'tip',
    isTest: false,
    name: 'Ada',
    message: null,
    amount: 10_00,
    currency: 'gbp',
    goal: null,
    at: '2026-01-05T12:00:00.000Z',
    ...alert,
  })
}

function wordsOnScreen(): string[] {
  const status = screen.getByRole('status')
  return [...status.querySelectorAll('.headline, .line, .message')].map(({ textContent }) => textContent)
}

test('a tip toward a goal says who, how much, toward what, and the message', () => {
  show({ goal, message: 'Can’t wait!' })

  expect(wordsOnScreen()).toEqual([
    'Ada tipped £10',
    'towards A kiln for the clay season. Thank you!',
    '“Can’t wait!”',
  ])
})

test('the goal’s bar says how far it is and moves there from where it was', () => {
  show({ goal })

  const bar = document.querySelector<HTMLElement>('.bar')!
  expect(bar.textContent.trim()).toBe('A kiln for the clay season£864 / £1,200')
  expect(bar.style.getPropertyValue('--from')).toBe(`${(854 / 1200 - 1) * 100}%`)
  expect(bar.style.getPropertyValue('--to')).toBe(`${(0.72 - 1) * 100}%`)
})

test('a general tip has no vessel, no bar and no goal', () => {
  show({ amount: 7_50, currency: 'usd' })

  expect(wordsOnScreen()).toEqual(['Ada tipped $7.50', 'Thank you!'])
  expect(document.querySelector('.vessel, .bar')).toBeNull()
  expect(document.querySelector('.drop')).not.toBeNull()
})

test('a funded goal spills and reads how full it is', () => {
  show({ kind: 'goalFunded', name: 'Lin', goal: { ...goal, amountReceived: 1_584_00 } })

  expect(wordsOnScreen()).toEqual([
    'A kiln for the clay season was just fully funded!',
    'Lin filled it to the brim. Thank you!',
  ])
  expect(document.querySelector<HTMLElement>('.figure')?.dataset['figure']).toBe('132\u00a0%')
  expect(document.querySelector('.spill')).not.toBeNull()
})

test('nothing spills below the rim', () => {
  show({ goal })

  expect(document.querySelector('.spill')).toBeNull()
})

test('the stream of a German creator speaks German, amounts included', () => {
  show({ locale: 'de', goal, message: 'Hallo!', amount: 1_234_50 })

  expect(wordsOnScreen()).toEqual([
    'Ada hat 1.234,50\u00a0£ gegeben',
    'für A kiln for the clay season. Danke!',
    '„Hallo!“',
  ])
  expect(document.querySelector('.bar-sum')?.textContent).toBe('864\u00a0£ / 1.200\u00a0£')
  expect(document.querySelector<HTMLElement>('#alert article')?.lang).toBe('de')

  document.querySelector('#alert')!.replaceChildren()
  show({ locale: 'de', amount: 7_00 })
  expect(wordsOnScreen()).toEqual(['Ada hat 7\u00a0£ gegeben', 'Danke!'])

  document.querySelector('#alert')!.replaceChildren()
  show({ locale: 'de', kind: 'goalFunded', goal })
  expect(wordsOnScreen()).toEqual([
    'A kiln for the clay season wurde gerade vollständig gefüllt!',
    'Ada hat es bis zum Rand gefüllt. Danke!',
  ])
})

test('what a fan writes is text and never markup', () => {
  const markup = '<img src=x onerror=alert(1)>{goal}'

  show({ name: markup, message: markup, goal: { ...goal, title: '{name}<b>' } })

  expect(document.querySelector('#alert img, #alert article b:not(.figure)')).toBeNull()
  expect(wordsOnScreen()).toEqual([`${markup} tipped £10`, 'towards {name}<b>. Thank you!', `“${markup}”`])
})

test('what a fan writes keeps its direction of writing to itself', () => {
  show({ name: 'ليلى', message: 'abc\u202Edef', goal })

  const own = [...document.querySelectorAll<HTMLElement>('#alert bdi')]
  expect(own.map(({ dataset }) => dataset['slot'])).toEqual(['name', 'amount', 'goal', 'message'])
  expect(own.at(-1)?.textContent).toBe('“abc def”')
})

test('an alert that leaves takes its bar with it', async () => {
  vi.useFakeTimers()
  const leave = show({ goal })

  const left = leave()
  expect(document.querySelectorAll('.leaving')).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(1000)
  await left

  expect(screen.getByRole('status')).toBeEmptyDOMElement()
  expect(document.querySelector('.bar')).toBeNull()
})
