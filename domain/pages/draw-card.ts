/** The picture of a link to a creator or goal: 1,200 by 630, its words drawn as paths, so that no font is asked for. */
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
/** As many pictures as are kept drawn; a link in a busy chat is asked for by many at once. */
const mostKept = 100
const kept = new Map<string, Promise<Buffer>>()

/**
 * Draws the picture as a PNG; the same words are drawn once. `takeDrawing` is called before that, which is some 70 ms of
 * computing: what it throws is thrown, and nothing is drawn.
 */
export async function drawCard(subject: Subject, takeDrawing: () => Promise<void>): Promise<Buffer> {
  const words = wordsOf(subject)
  const key = JSON.stringify(words)
  if (!kept.has(key)) await takeDrawing()
  const known = kept.get(key)
  if (known) return known
  const drawing = draw(words)
  kept.set(key, drawing)
  if (kept.size > mostKept) kept.delete(kept.keys().next().value ?? key)
  drawing.catch(() => kept.delete(key))
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

/** A text without the pictographs that the packaged fonts lack; undefined when its letters are not in them. */
function drawable(text: string): string | undefined {
  const plain = text.replace(/\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u{200D}|\u{FE0F}/gu, '').trim()
  return /^[\u0020-\u024F\u1E00-\u1EFF\u2010-\u2027\u20A0-\u20BF]+$/.test(plain) ? plain : undefined
}

/**
 * `pictures.ts` shuts every format for this process; the SVG that is drawn here is our own. An upload never comes to this
 * reader: its first bytes have to be those of a JPEG, PNG, WebP or GIF before it is opened at all.
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

/** Reads the fonts at the first picture, once. */
function readFonts(): Promise<Font[]> {
  fonts ??= Promise.all(
    files.map(async ({ name, weight, file }) => ({ name, weight, data: await readFile(resolve(file)) })),
  )
  return fonts
}
