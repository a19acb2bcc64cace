/** Draws the picture of a link to a creator or goal: 1,200 by 630, with its text as paths, so that no font is needed. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import satori from 'satori'
import type { Font } from 'satori'
import sharp from 'sharp'
import { formatMoney } from '../../contract/money-format.ts'
import { m } from '../../i18n/compiled/messages.js'
import { layOutCard } from './card-layout.ts'
import type { CardWords } from './card-layout.ts'
import type { Subject } from './find-subject.ts'

const size = { width: 1200, height: 630 }
/** Size of the cache; many people request a link's picture at once when it is posted in a busy chat. */
const maxCached = 100
const cache = new Map<string, Promise<Buffer>>()

/**
 * Draws the picture as a PNG; equal texts are drawn once. Drawing costs some 70 ms of CPU, so `takeDrawing` is called before
 * it; when that throws, nothing is drawn.
 */
export async function drawCard(subject: Subject, takeDrawing: () => Promise<void>): Promise<Buffer> {
  const words = wordsOf(subject)
  const key = JSON.stringify(words)
  if (!cache.has(key)) await takeDrawing()
  const known = cache.get(key)
  if (known) return known
  const drawing = draw(words)
  cache.set(key, drawing)
  if (cache.size > maxCached) cache.delete(cache.keys().next().value ?? key)
  drawing.catch(() => cache.delete(key))
  return drawing
}

function wordsOf({ creator: { userName, displayName, locale }, goal }: Subject): CardWords {
  const to = { locale }
  const name = drawable(displayName) ?? `@${userName}`
  if (!goal) return { title: name, line: m.share_picture_creator({}, to), name: `@${userName}`, level: 0.86 }
  const { title, amountMinor, amountReceivedMinor, currency } = goal
  const received = formatMoney(amountReceivedMinor, currency, locale)
  const amount = formatMoney(amountMinor, currency, locale)
  return {
    title: drawable(title) ?? m.share_picture_goal({}, to),
    line: m.share_goal_text({ received, amount }, to),
    name,
    level: amountReceivedMinor / amountMinor,
  }
}

/** Returns a text without the pictographs that the packaged fonts lack; undefined when the fonts lack its letters. */
function drawable(text: string): string | undefined {
  const plain = text.replace(/\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u{200D}|\u{FE0F}/gu, '').trim()
  return /^[\u0020-\u024F\u1E00-\u1EFF\u2010-\u2027\u20A0-\u20BF]+$/.test(plain) ? plain : undefined
}

/**
 * Draws. `pictures.ts` disables all loaders of this process; the one allowed here reads only our own SVG. Uploads never reach it,
 * because their first bytes must be those of a JPEG, PNG, WebP or GIF.
 */
async function draw(words: CardWords): Promise<Buffer> {
  sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] })
  const svg = await satori(layOutCard(words), { ...size, fonts: await readFonts() })
  return sharp(Buffer.from(svg)).png({ compressionLevel: 9 }).toBuffer()
}

const resolve = createRequire(import.meta.url).resolve
const files = [
  {
    name: 'Bricolage',
    weight: 800,
    file: '@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-800-normal.woff',
  },
  {
    name: 'Bricolage Ext',
    weight: 800,
    file: '@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-ext-800-normal.woff',
  },
  { name: 'Figtree', weight: 600, file: '@fontsource/figtree/files/figtree-latin-600-normal.woff' },
  { name: 'Figtree Ext', weight: 600, file: '@fontsource/figtree/files/figtree-latin-ext-600-normal.woff' },
] as const
let fonts: Promise<Font[]> | undefined

/** Reads the fonts once, for the first picture. */
function readFonts(): Promise<Font[]> {
  fonts ??= Promise.all(
    files.map(async ({ name, weight, file }) => ({ name, weight, data: await readFile(resolve(file)) })),
  )
  return fonts
}
