import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { alertTheme } from '../../../contract/alerts/alert-style.ts'
import { alertThemes } from '../../../contract/alerts/alert-themes.ts'
import type { AlertTheme } from '../../../contract/alerts/alert-themes.ts'
import { loadTheme } from './load-theme.ts'

const themes = 'overlay/src/themes'
const folders = readdirSync(themes, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
const sources = ['overlay/src', ...folders.map((name) => `${themes}/${name}`)]
const sheets = sources.flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.css'))
    .map((name) => `${folder}/${name}`),
)

/** Returns the properties that a style sheet animates: those in key frames, and those of transitions. */
function animatedProperties(css: string): string[] {
  const frames = [...css.matchAll(/@keyframes\s+[\w-]+\s*\{((?:[^{}]*\{[^{}]*\})*)\s*\}/g)]
  const moved = frames.flatMap(([, body = '']) =>
    [...body.matchAll(/([\w-]+)\s*:/g)].map(([, name]) => name!),
  )
  const transitions = [...css.matchAll(/transition:([^;]+);/g)].flatMap(([, value = '']) =>
    value
      .replace(/\([^)]*\)/g, '')
      .split(',')
      .map((part) => part.trim().split(/\s+/)[0]!),
  )
  return [...moved, ...transitions]
}

test.each(sheets)(
  'in %s only transform and opacity move, which a stream’s graphics card does alone',
  (sheet) => {
    const others = animatedProperties(readFileSync(sheet, 'utf8')).filter(
      (name) => !['transform', 'opacity', 'none', 'animation-timing-function'].includes(name),
    )
    expect(others).toEqual([])
  },
)

test('the check finds another property', () => {
  const css =
    '@keyframes a { from { opacity: 0; height: 0 } } .b { transition: width 1s steps(2, end), opacity 1s; }'
  expect(animatedProperties(css)).toEqual(['opacity', 'height', 'width', 'opacity'])
})

test('every theme that creators can choose is drawn in its folder, and no other is', async () => {
  expect(folders.toSorted()).toEqual(Object.keys(alertThemes).toSorted())
  expect(await loadTheme('ticket')).toHaveProperty('draw')
})

test('a page goes without a theme that is newer than its build', async () => {
  expect(await loadTheme('later' as AlertTheme)).toBe(undefined)
})

test.each(alertTheme.options)('the theme %s celebrates with pieces of its own, once', async (name) => {
  const { celebration } = (await loadTheme(name))!

  const css = readFileSync(`${themes}/${name}/celebration.css`, 'utf8')
  for (const piece of celebration.draw())
    expect([...piece.classList].some((own) => css.includes(`.${own}`))).toBe(true)
  expect(css).not.toContain('infinite')
  // Its rules do not change the alert, which may have the same drawings.
  const selectors = css.match(/^[.#:[*a-z].*[,{]$/gm)!
  expect(selectors.filter((selector) => !selector.startsWith('.celebration .'))).toEqual([])
})

test('each theme has a palette and a celebration that no other has', async () => {
  const palettes = Object.values(alertThemes).map(({ colors }) => JSON.stringify(colors))
  const celebrations = folders.map((name) => readFileSync(`${themes}/${name}/celebration.css`, 'utf8'))

  expect(new Set(palettes).size).toBe(folders.length)
  expect(new Set(celebrations).size).toBe(folders.length)
})
