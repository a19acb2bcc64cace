/** Measures the boxes and the rows of text of an alert in a page, and finds what is wrong with them. */
import type { Page } from 'playwright-core'

interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

interface Part {
  name: string
  box: Box
  /** The boxes of the rows of its text. */
  rows: Box[]
  /** How many pixels of its content are below and beside its box, where nobody sees them. */
  hidden: { below: number; beside: number }
}

interface Boxes {
  texts: Part[]
  picture: Box
  figure: Box
  alert: Box
  bar: Box | null
  window: Box
  headline: string
  message: string
  /** The height of the type of the message in pixels; 0 without a message. */
  messagePx: number
}

/** What is wrong with an alert on screen, and what can be seen of it. */
export interface Measured extends Pick<Boxes, 'headline' | 'message' | 'messagePx'> {
  faults: string[]
  /** The part of the picture's height that the alert takes, from 0 to 1. */
  height: number
}

/** In pixels: rows and boxes are rounded, and slanted letters lean a little over their box. */
const tolerance = 2

/**
 * Measures an alert. It is faulty if text leaves its box or the picture, if a box hides a part of its text, or if two boxes lie over each
 * other.
 */
export async function measureAlert(page: Page): Promise<Measured> {
  const boxes = await page.evaluate(readBoxes)
  const { headline, message, messagePx, texts, alert, window } = boxes
  return {
    faults: [...texts.flatMap((part) => findTextFaults(part, window)), ...findBoxFaults(boxes)],
    headline,
    message,
    messagePx,
    height: (alert.bottom - alert.top) / window.bottom,
  }
}

/** Runs in the page. */
function readBoxes(): Boxes {
  const toBox = ({ left, right, top, bottom }: DOMRect): Box => ({ left, right, top, bottom })
  const boxOf = (selector: string) => toBox(document.querySelector(selector)!.getBoundingClientRect())
  const texts = [
    ...document.querySelectorAll<HTMLElement>('.headline,.line,.message,.bar-title,.bar-sum'),
  ].map((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    const { lineHeight, fontSize } = getComputedStyle(element)
    const leading = Math.max(0, (parseFloat(lineHeight) - parseFloat(fontSize)) / 2)
    const isInline = element.clientHeight === 0
    return {
      name: element.classList[0]!,
      box: toBox(element.getBoundingClientRect()),
      rows: [...range.getClientRects()].filter(({ width, height }) => width && height).map(toBox),
      hidden: {
        below: isInline ? 0 : element.scrollHeight - element.clientHeight - leading,
        beside: isInline ? 0 : element.scrollWidth - element.clientWidth,
      },
    }
  })
  const message = document.querySelector('.message')
  return {
    texts,
    picture: boxOf('.picture'),
    figure: boxOf('.figure'),
    alert: boxOf('.alert'),
    bar: document.querySelector('.bar') && boxOf('.bar'),
    window: { left: 0, right: innerWidth, top: 0, bottom: innerHeight },
    headline: document.querySelector('.headline')?.textContent ?? '',
    message: message?.textContent ?? '',
    messagePx: message ? parseFloat(getComputedStyle(message).fontSize) : 0,
  }
}

/** The goal's title on the bar may be cut at its end, with an ellipsis. */
function findTextFaults({ name, box, rows, hidden }: Part, window: Box): string[] {
  const isCutAtEnd = name === 'bar-title'
  const faults: string[] = []
  if (hidden.below > 1) faults.push(`${name} hides ${hidden.below} px of its lines`)
  if (hidden.beside > 1 && !isCutAtEnd) faults.push(`${name} hides ${hidden.beside} px of its words`)
  if (rows.some((row) => middleOf(row) < box.top || middleOf(row) > box.bottom))
    faults.push(`${name} has a row outside its box`)
  if (!isCutAtEnd && rows.some(({ left, right }) => !isInside({ ...box, left, right }, box)))
    faults.push(`${name} leaves its box`)
  if (!isCutAtEnd && rows.some((row) => !isInside(row, window))) faults.push(`${name} leaves the picture`)
  return faults
}

function findBoxFaults({ texts, picture, figure, alert, bar, window }: Boxes): string[] {
  const faults: string[] = []
  if (!isInside({ ...figure, top: picture.top, bottom: picture.bottom }, picture))
    faults.push('the figure leaves the drawing')
  if (!isInside(alert, window)) faults.push(`the alert leaves the picture: ${alert.top} to ${alert.bottom}`)
  if (bar && overlapOf(bar, alert) > 0) faults.push('the bar lies over the alert')
  const words = texts.filter(({ name }) => !name.startsWith('bar'))
  const parts = [...words, { name: 'picture', box: picture }]
  for (const [i, { name, box }] of parts.entries())
    for (const other of parts.slice(i + 1))
      // The padding of words, which is for their outlines, may touch the words below.
      if (overlapOf(box, other.box) > (box.bottom - box.top) * 0.2)
        faults.push(`${name} lies over ${other.name}`)
  return faults
}

const middleOf = ({ top, bottom }: Box) => (top + bottom) / 2

function isInside(inner: Box, outer: Box): boolean {
  const isBeside = inner.left < outer.left - tolerance || inner.right > outer.right + tolerance
  return !isBeside && inner.top >= outer.top - tolerance && inner.bottom <= outer.bottom + tolerance
}

/** Returns the height in pixels of the overlap of two boxes. */
function overlapOf(a: Box, b: Box): number {
  if (Math.min(a.right, b.right) - Math.max(a.left, b.left) <= tolerance) return 0
  return Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) - tolerance)
}
