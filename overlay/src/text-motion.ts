/**
 * Lets the words or letters of an alert's texts come one after the other, as its look says. Every text stays in the page as a whole for
 * screen readers and is only invisible; the pieces are generated content, which is hidden from them. The style sheet moves the pieces, and
 * when it has, nothing is left that moves.
 */
import type { Lettering, TextMotion } from '../../contract/alerts/lettering.ts'
import { textsOf } from './lettering.ts'
import { isRightToLeft, toWords } from './text-pieces.ts'
import type { Word } from './text-pieces.ts'

/** More pieces would cost a slow computer frames, because each is a layer while it moves. A longer text comes as its theme says. */
export const maxPieces = 60
/** A longer word is not kept on one line. */
const maxKeptLetters = 16

/** Moves the texts of an alert that is fitted. A text that would need another line in pieces comes as its theme says. */
export function moveTexts(article: HTMLElement, lettering: Lettering | undefined): void {
  for (const [text, { motion }] of textsOf(article, lettering)) {
    if (motion === 'none') text.dataset['motion'] = motion
    else if (motion) divide(text, motion)
  }
}

function divide(text: HTMLElement, motion: TextMotion): void {
  const nodes = textNodesOf(text)
  const isInline = isRightToLeft(text.textContent)
  const divided = [motion.startsWith('letters') && !isInline, false]
    .map((isByLetter) => nodes.map(({ data }) => toWords(data, isByLetter)))
    .find((parts) => countPieces(parts) <= maxPieces)
  if (!divided) return
  const height = text.offsetHeight
  const count = countPieces(divided)
  let at = 0
  const restore = nodes.map((node, i) => {
    const pieces = createPieces(divided[i]!, isInline, () => at++ / Math.max(1, count - 1))
    const whole = createSpan('whole')
    node.replaceWith(whole, pieces)
    whole.append(node)
    return () => {
      pieces.remove()
      whole.replaceWith(node)
    }
  })
  text.dataset['motion'] = motion
  if (text.offsetHeight <= height) return
  for (const undo of restore) undo()
  delete text.dataset['motion']
}

function countPieces(parts: Word[][]): number {
  return parts.flat().reduce((sum, { pieces }) => sum + pieces.length, 0)
}

function textNodesOf(text: HTMLElement): Text[] {
  const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT)
  const nodes: Text[] = []
  while (walker.nextNode()) nodes.push(walker.currentNode as Text)
  return nodes
}

/** Punctuation alone, which must not begin or end a line by itself, so it is no box. */
const mark = /^[^\p{L}\p{N}\p{S}]+$/u

/** Returns the pieces of a text. `nextAt` returns when the next one comes, from 0 to 1. */
function createPieces(words: Word[], isInline: boolean, nextAt: () => number): HTMLElement {
  const all = createSpan('pieces')
  all.setAttribute('aria-hidden', 'true')
  for (const { text, pieces } of words) {
    if (pieces.length === 0) all.append(createSpan('gap', text))
    const isKept = pieces.length > 1 && pieces.length <= maxKeptLetters
    const word = isKept ? all.appendChild(createSpan('word')) : all
    for (const piece of pieces) {
      const span = word.appendChild(createSpan('piece', piece))
      span.classList.toggle('inline', isInline || (!isKept && mark.test(piece)))
      span.style.setProperty('--at', nextAt().toFixed(3))
    }
  }
  return all
}

function createSpan(className: string, text?: string): HTMLElement {
  const span = document.createElement('span')
  span.className = className
  if (text !== undefined) span.dataset['text'] = text
  return span
}
