import { beforeEach, expect, test, vi } from 'vitest'
import type { Lettering, TextMotion } from '../../contract/alerts/lettering.ts'
import { writeSentence } from './dom.ts'
import { maxPieces, moveTexts } from './text-motion.ts'

let article: HTMLElement
let headline: HTMLElement

beforeEach(() => {
  vi.restoreAllMocks()
  article = document.createElement('article')
  article.innerHTML = '<h1 class="headline"></h1><p class="message"></p>'
  headline = article.querySelector('h1')!
})

function move(name: string, motion: TextMotion, lettering: Lettering = { headline: { motion } }): void {
  writeSentence(headline, '{name} tipped {amount}', { name, amount: '£10' })
  moveTexts(article, lettering)
}

const pieces = () => [...headline.querySelectorAll<HTMLElement>('.piece')]
const textsOf = (elements: HTMLElement[]) => elements.map(({ dataset }) => dataset['text'])

test('words come one after the other, and screen readers get the whole text once', () => {
  move('Ada', 'words-rise')

  expect(textsOf(pieces())).toEqual(['Ada', 'tipped', '£10'])
  expect(pieces().map(({ style }) => style.getPropertyValue('--at'))).toEqual(['0.000', '0.500', '1.000'])
  expect(headline.dataset['motion']).toBe('words-rise')
  expect(headline.textContent).toBe('Ada tipped £10')
  expect(headline.querySelector('bdi[data-slot=amount]')?.textContent).toBe('£10')
  expect(pieces().every((piece) => piece.closest('[aria-hidden=true]'))).toBe(true)
})

test('letters of a word stay on one line', () => {
  move('Ada', 'letters-wave')

  expect(pieces()).toHaveLength('Adatipped£10'.length)
  expect([...headline.querySelectorAll('.word')].map(({ children }) => children.length)).toEqual([3, 6, 3])
})

test('a text with words from right to left keeps their order: its words are no boxes', () => {
  move('نورة أحمد', 'letters-drop')

  expect(textsOf(pieces())).toEqual(['نورة', 'أحمد', 'tipped', '£10'])
  expect(pieces().every(({ classList }) => classList.contains('inline'))).toBe(true)
})

test('too many letters come as words, and too many words with the alert', () => {
  move('a'.repeat(maxPieces), 'letters-type')
  expect(pieces()).toHaveLength(3)

  headline.replaceChildren()
  delete headline.dataset['motion']
  move('a '.repeat(maxPieces), 'letters-type')
  expect(pieces()).toEqual([])
  expect(headline.dataset['motion']).toBeUndefined()
})

test('a text that would need another line in pieces stays as it was', () => {
  vi.spyOn(headline, 'offsetHeight', 'get').mockImplementation(() => (pieces().length > 0 ? 60 : 40))

  move('Ada', 'letters-type')

  expect(headline.innerHTML).toBe('<bdi data-slot="name">Ada</bdi> tipped <bdi data-slot="amount">£10</bdi>')
  expect(headline.dataset['motion']).toBeUndefined()
})

test('a text without motion has no pieces, and a look without settings changes nothing', () => {
  move('Ada', 'none')
  expect(pieces()).toEqual([])
  expect(headline.dataset['motion']).toBe('none')

  headline.replaceChildren()
  delete headline.dataset['motion']
  move('Ada', 'none', {})
  expect(headline.outerHTML).toBe(
    '<h1 class="headline"><bdi data-slot="name">Ada</bdi> tipped <bdi data-slot="amount">£10</bdi></h1>',
  )
})
