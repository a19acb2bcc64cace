import { expect, test } from 'vitest'
import { judgeSoak, margins, plot, readMetric } from './soak-figures.ts'
import type { Figure, Sample } from './soak-figures.ts'

const figures = Object.keys(margins) as Figure[]

/** Samples in which every figure moves around 40, and one does as `change` says. */
function samplesWith(figure: Figure, change: (n: number) => number): Sample[] {
  return Array.from({ length: 60 }, (_, n) => {
    const usual = figures.map((one) => [one, 40 + (n % 5)])
    return { ...Object.fromEntries(usual), [figure]: change(n) } as Sample
  })
}

const outside = (samples: Sample[]) => figures.filter((figure) => !judgeSoak(samples)[figure].isWithin)

test.each(figures)('a leak of %s is found, and what comes and goes is none', (figure) => {
  expect(outside(samplesWith(figure, (n) => 40 + 2 * n))).toEqual([figure])
  expect(outside(samplesWith(figure, (n) => (n === 30 ? 5_000 : 40)))).toEqual([])
  expect(outside(samplesWith(figure, (n) => 160 - 2 * n))).toEqual([])
})

test('a heap is judged by what the collector leaves', () => {
  const sawtooth = samplesWith('server: heap, MB', (n) => 50 + (n % 6) * (n > 40 ? 100 : 10))

  expect(outside(sawtooth)).toEqual([])
})

test('draws values as a line', () => {
  expect(plot([0, 1, 2, 4])).toBe('▁▃▅█')
  expect(plot(Array.from({ length: 600 }, (_, n) => n))).toHaveLength(60)
})

test('reads metrics with and without labels', () => {
  const text = '# HELP a b\nfiles 12\nage{queue="x"} 3\nage{queue="y"} 5.5\nage_more 90'

  expect([
    readMetric(text, 'files'),
    readMetric(text, 'age'),
    readMetric(text, 'age', 'highest'),
    readMetric(text, 'no'),
  ]).toEqual([12, 8.5, 5.5, 0])
})
