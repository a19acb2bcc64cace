/** What a soak records, how far each figure may move until its end, and how it is shown. */

export interface Margin {
  /** The end may be this many times the beginning, and `plus` more. */
  times: number
  plus: number
  /** What a part of the run is judged by. Of a heap that is the least, which is what the collector has left. */
  by: 'median' | 'least'
}

const heap: Margin = { times: 1.25, plus: 20, by: 'least' }
const steady: Margin = { times: 1.05, plus: 10, by: 'median' }
const seconds: Margin = { times: 1, plus: 5, by: 'median' }

/** The figures with their margins. A figure that grows by itself with stored tips, such as the size of the database, is none. */
export const margins = {
  'server: heap, MB': heap,
  'workers: heap, MB': heap,
  'server: handles': steady,
  'workers: handles': steady,
  'server: open files': steady,
  'workers: open files': steady,
  'Postgres: connections': steady,
  'Postgres: dead rows, %': { times: 1, plus: 15, by: 'median' },
  'Redis: connections': steady,
  'Redis: memory, MB': heap,
  'oldest event, s': seconds,
  'oldest job, s': seconds,
  'overdue deliveries, s': { times: 1, plus: 30, by: 'median' },
} as const satisfies Record<string, Margin>
export type Figure = keyof typeof margins

/** The figures at one moment. */
export type Sample = Record<Figure, number>

export interface Verdict {
  begin: number
  end: number
  limit: number
  isWithin: boolean
}

/** Compares the last third of the samples with the first. */
export function judgeSoak(samples: readonly Sample[]): Record<Figure, Verdict> {
  const third = Math.max(1, Math.floor(samples.length / 3))
  const verdicts = (Object.keys(margins) as Figure[]).map((figure) => {
    const { times, plus, by }: Margin = margins[figure]
    const of = (some: readonly Sample[]) =>
      levelOf(
        some.map((sample) => sample[figure]),
        by,
      )
    const [begin, end] = [of(samples.slice(0, third)), of(samples.slice(-third))]
    const limit = begin * times + plus
    return [figure, { begin, end, limit, isWithin: end <= limit }] as const
  })
  return Object.fromEntries(verdicts) as Record<Figure, Verdict>
}

function levelOf(values: readonly number[], by: Margin['by']): number {
  const sorted = values.toSorted((a, b) => a - b)
  return (by === 'least' ? sorted[0] : sorted[Math.floor(sorted.length / 2)]) ?? 0
}

const bars = '▁▂▃▄▅▆▇█'
const plotWidth = 60

/** Draws values from zero to their highest, as a line of at most 60 signs. */
export function plot(values: readonly number[]): string {
  const highest = Math.max(...values, Number.MIN_VALUE)
  const step = Math.max(1, Math.ceil(values.length / plotWidth))
  const shown = values.filter((_, i) => i % step === 0)
  return shown.map((value) => bars[Math.round((value / highest) * (bars.length - 1))]).join('')
}

/** Returns the sum, or the highest, of a metric's values in Prometheus' text, whatever their labels; 0 without one. */
export function readMetric(text: string, name: string, join: 'sum' | 'highest' = 'sum'): number {
  const lines = text.split('\n').filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`))
  const values = lines.map((line) => Number(line.slice(line.lastIndexOf(' ') + 1)))
  return join === 'sum' ? values.reduce((sum, value) => sum + value, 0) : Math.max(0, ...values)
}
