/**
 * Fits an alert into the picture: its type becomes a little smaller first, then values that supporters write are shortened, so that
 * the sum and the words around it stay, and no line is ever cut in its middle. `docs/alert-box.md` has a table of the results.
 */

/** The type of a text becomes smaller in these steps, as parts of the size that the theme gives it. */
const steps = [1, 0.95, 0.9, 0.85, 0.8, 0.75]
/** In how many lines a headline or a line should be, and how many they may take in the smallest type. */
const lines = { wanted: 2, most: 3 }
/** The values that may be shortened. What a supporter gave and how far the goal is always stay whole. */
const shortened = new Set(['name', 'goal', 'url', 'message', 'title', 'unit'])
/** A value keeps this many characters, and a message that many, before anything else becomes smaller. */
const leastKept = { value: 8, message: 160 }
/** How small the whole alert becomes at most, in a source that is much too low for it. */
const leastScale = 0.3
/** The gap between the goal's bar and the alert, as a part of the bar's height. */
const barGap = 0.5

/** Fits an alert that is in the page, together with the goal's bar if it has one. */
export function fitAlert(article: HTMLElement, bar: HTMLElement | undefined): void {
  for (const text of article.querySelectorAll<HTMLElement>('.headline, .line')) fitLines(text)
  const { marginTop, marginBottom } = getComputedStyle(article)
  if (!bar) return fitHeight(article, innerHeight - parseFloat(marginTop) - parseFloat(marginBottom))
  const zone = zoneOf(bar)
  fitHeight(article, innerHeight - zone - parseFloat(marginTop))
  // One in the middle that is higher than the space that both ends leave moves away from the bar.
  const isMiddle = !/^(top|bottom)/.test(article.dataset['place'] ?? '')
  if (isMiddle && article.offsetHeight > innerHeight - 2 * zone) article.style.marginBottom = `${zone}px`
}

function fitLines(text: HTMLElement): void {
  if (shrink([text], () => !(countLines(text) > lines.wanted))) return
  const isFitting = () => !(countLines(text) > lines.most)
  if (isFitting()) return
  shortenValues(text, leastKept.value, isFitting)
  if (!isFitting()) cutEnd(text, isFitting)
}

/**
 * Returns how many lines a text has. Every line is as high as the style sheets say, whatever its characters; NaN if a creator's own CSS
 * says no height.
 */
function countLines(text: HTMLElement): number {
  const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(text)
  const height = text.scrollHeight - parseFloat(paddingTop) - parseFloat(paddingBottom)
  return Math.round(height / parseFloat(lineHeight))
}

/** Returns how much of the picture's height the goal's bar needs at its end, in pixels, with the gap to the alert. */
function zoneOf(bar: HTMLElement): number {
  const edge = parseFloat(getComputedStyle(document.documentElement).fontSize) * 2.5 // as in `shared.css`
  return edge + bar.offsetHeight * (1 + barGap)
}

/** Makes an alert at most so high, in pixels. */
function fitHeight(article: HTMLElement, height: number): void {
  const isFitting = () => !(article.offsetHeight > height)
  const message = article.querySelector<HTMLElement>('.message')
  if (shrink([...article.querySelectorAll<HTMLElement>('.picture, .message')], isFitting)) return
  if (message) shortenValues(message, leastKept.message, isFitting)
  const unit = getComputedStyle(article).getPropertyValue('--u')
  for (let scale = 1; scale > leastScale && !isFitting(); scale -= 0.05)
    article.style.setProperty('--u', `calc(${unit} * ${scale})`)
}

/** Makes elements smaller until the alert fits, and returns whether it does. */
function shrink(elements: readonly HTMLElement[], isFitting: () => boolean): boolean {
  const sizes = elements.map(sizesOf)
  const most = Math.max(...sizes.map(({ length }) => length))
  return Array.from({ length: most }).some((_, i) => {
    for (const [k, { style }] of elements.entries())
      style.setProperty('--fit', String(sizes[k]![i] ?? sizes[k]!.at(-1)))
    return isFitting()
  })
}

/** Returns the sizes of an element, as parts of the theme's. A text that its look makes larger becomes as small as any other. */
function sizesOf({ style }: HTMLElement): number[] {
  const size = Number(style.getPropertyValue('--size') || 1)
  const own = steps.map((step) => step * size)
  return size > 1 ? [...own, ...steps.filter((step) => step < own.at(-1)!)] : own
}

/** Shortens the values in a text to the same length, which is the longest that fits but at least `least` characters. */
function shortenValues(text: HTMLElement, least: number, isFitting: () => boolean): void {
  const slots = [...text.querySelectorAll('bdi')].filter(({ dataset }) => shortened.has(dataset['slot']!))
  const values = slots.map(({ textContent }) => toCharacters(textContent))
  const longest = Math.max(0, ...values.map(({ length }) => length))
  findLongest(least, longest, isFitting, (length) => {
    for (const [i, value] of values.entries()) slots[i]!.textContent = shorten(value, length, slots[i]!)
  })
}

/** Returns the beginning of a value. A message keeps the quotation mark at its end. */
function shorten(value: readonly string[], length: number, { dataset }: HTMLElement): string {
  if (value.length <= length) return value.join('')
  const end = dataset['slot'] === 'message' ? value.at(-1)! : ''
  return `${value
    .slice(0, length - 1)
    .join('')
    .trimEnd()}…${end}`
}

/** Cuts the end of a text, which the creator wrote too long for any theme. */
function cutEnd(text: HTMLElement, isFitting: () => boolean): void {
  const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT)
  const nodes: Text[] = []
  while (walker.nextNode()) nodes.push(walker.currentNode as Text)
  const parts = nodes.map(({ data }) => toCharacters(data))
  findLongest(1, parts.flat().length, isFitting, (length) => {
    let left = length
    for (const [i, part] of parts.entries()) {
      nodes[i]!.data = part.slice(0, left).join('') + (left > 0 && left < part.length ? '…' : '')
      left = Math.max(0, left - part.length)
    }
  })
}

/** Applies the greatest length from `least` to `most` that fits; `least` if none does. */
function findLongest(
  least: number,
  most: number,
  isFitting: () => boolean,
  apply: (length: number) => void,
): void {
  let [low, high] = [least, most]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    apply(middle)
    if (isFitting()) low = middle
    else high = middle - 1
  }
  apply(low)
}

const segmenter = new Intl.Segmenter()

/** Returns a text's characters as people see them: an emoji of several code points is one. */
function toCharacters(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}
