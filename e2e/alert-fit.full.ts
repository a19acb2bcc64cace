/**
 * Tests alerts with the longest values that the forms allow, in each theme, size and language and in several sizes of a browser source:
 * no line is cut in its middle, and nothing lies over anything else. The table in `docs/alert-box.md` says what is measured here.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { alertPlace, alertSize, alertTheme } from '../contract/alerts/alert-style.ts'
import { maxOutlineWidth, textSizeLimits } from '../contract/alerts/lettering.ts'
import { locales } from '../contract/locale.ts'
import { tipTextLimits } from '../contract/payments/tip.ts'
import type { Measured } from './alert-boxes.ts'
import { measureInPage as show, openPreview } from './alert-preview-page.ts'
import { longestAlerts, toPreview } from './longest-alerts.ts'
import { setUpProduct } from './product-fixture.ts'

const reducedMotion = 'reduce'
const product = setUpProduct({ reducedMotion })
const stream = { width: 1280, height: 720 }
/** The sizes of a browser source. */
const sources = [
  { width: 800, height: 600 },
  stream,
  { width: 800, height: 300 },
  { width: 1920, height: 1080 },
  { width: 1080, height: 1920 },
]
const sizes = alertSize.options

/** Returns a cell of the table in `docs/alert-box.md`: how the longest message fits, and how much of it is shown if it is cut. */
function describe({ message, messagePx, height }: Measured): string {
  const characters = [...message].length - 2 // without the quotation marks
  const cut = characters < tipTextLimits.message ? `${characters} of ${tipTextLimits.message}, ` : ''
  return `${cut}${messagePx.toFixed(0)} px, ${(height * 100).toFixed(0)} %`
}

async function save(page: Page, name: string): Promise<void> {
  const folder = process.env.PICTURES_DIR
  if (!folder) return
  await page.addStyleTag({ content: 'html { background: #7a7f88 !important }' })
  await page.screenshot({ path: join(folder, `${name.replace(/[^\w-]+/g, '-')}.png`) })
}

const cases = sizes.flatMap((size) =>
  locales.flatMap((locale) =>
    Object.entries(longestAlerts(locale)).map(([name, alert]) => ({ size, locale, name, alert })),
  ),
)

test.each(alertTheme.options)(
  'in the theme %s the longest texts fit, in each size, language and source',
  async (theme) => {
    const faults: string[] = []
    const cells: Record<string, string[]> = {}
    for (const source of sources) {
      const page = await openPreview(product, { viewport: source, reducedMotion })
      for (const { size, locale, name, alert } of cases) {
        const measured = await show(page, toPreview(theme, size, alert))
        const which = `${theme} ${size} ${source.width}x${source.height} ${locale} ${name}`
        faults.push(...measured.faults.map((fault) => `${which}: ${fault}`))
        await save(page, which)
        if (locale === 'en' && name === 'the longest tip') (cells[size] ??= []).push(describe(measured))
      }
      await page.context().close()
    }
    const rows = Object.entries(cells).map(([size, row]) => `| ${[theme, size, ...row].join(' | ')} |`)
    console.log(rows.join('\n'))
    expect(faults).toEqual([])
    const table = readFileSync('docs/alert-box.md', 'utf8')
    expect(rows.filter((row) => !table.includes(row))).toEqual([])
  },
  600_000,
)

test('a long alert fits at each place', async () => {
  const page = await openPreview(product, { viewport: stream, reducedMotion })
  const faults: string[] = []
  for (const theme of alertTheme.options)
    for (const place of alertPlace.options) {
      const { alert } = longestAlerts('de')['the longest tip']!
      const measured = await show(page, toPreview(theme, 'large', { alert, look: { place } }))
      faults.push(...measured.faults.map((fault) => `${theme} ${place}: ${fault}`))
      await save(page, `${theme} ${place}`)
    }
  expect(faults).toEqual([])
}, 600_000)

/** How headlines must end, in English and German, whatever names are in them. */
const ends: Record<string, [string, string]> = {
  'a long name': [' tipped £123', ' hat 123\u00a0£ gegeben'],
  'the longest tip': [' tipped CHF\u00a050,000', ' hat 50.000\u00a0CHF gegeben'],
  'one word': [' tipped CHF\u00a050,000', ' hat 50.000\u00a0CHF gegeben'],
  funded: [
    'A kiln for the clay season was just fully funded!',
    'A kiln for the clay season wurde gerade erreicht!',
  ],
}

test.each(alertTheme.options)(
  'in the theme %s nobody’s name pushes out what was given',
  async (theme) => {
    const page = await openPreview(product, { viewport: stream, reducedMotion })
    for (const size of sizes)
      for (const [name, [english, german]] of Object.entries(ends)) {
        const en = await show(page, toPreview(theme, size, longestAlerts('en')[name]!))
        const de = await show(page, toPreview(theme, size, longestAlerts('de')[name]!))
        expect(en.headline.slice(-english.length)).toBe(english)
        expect(de.headline.slice(-german.length)).toBe(german)
        expect([...en.faults, ...de.faults]).toEqual([])
      }
  },
  600_000,
)

test.each(alertTheme.options)(
  'in the theme %s texts fit that a look makes as large as it can, with the widest outline',
  async (theme) => {
    const faults: string[] = []
    const setting = { size: textSizeLimits.max, outline: { width: maxOutlineWidth, color: '#000000' } }
    const lettering = { headline: setting, line: setting, message: setting }
    for (const source of [stream, sources[0]!, sources.at(-1)!]) {
      const page = await openPreview(product, { viewport: source, reducedMotion })
      for (const [name, { alert, look }] of Object.entries(longestAlerts('de'))) {
        const measured = await show(page, toPreview(theme, 'large', { alert, look: { ...look, lettering } }))
        const which = `${theme} ${source.width}x${source.height} ${name}`
        faults.push(...measured.faults.map((fault) => `${which}: ${fault}`))
        await save(page, `lettering ${which}`)
        const [, end] = ends[name] ?? ['', '']
        expect(measured.headline.slice(measured.headline.length - end.length)).toBe(end)
      }
      await page.context().close()
    }
    expect(faults).toEqual([])
  },
  600_000,
)
