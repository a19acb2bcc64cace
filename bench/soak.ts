/**
 * `npm run bench -- soak [MINUTES]`: an hour, or as long as given, at half of what this machine carries. Overlays, control panels and chats
 * are open, tips are paid, and visitors come and go. It fails if a figure ends beyond its margin (`soak-figures.ts`), or a tip is lost.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { describeMachine } from './machine.ts'
import { judgeSoak, plot, readMetric } from './soak-figures.ts'
import type { Figure, Sample } from './soak-figures.ts'
import { startSoakLoad } from './soak-load.ts'
import type { SoakLoad } from './soak-load.ts'

const usualMinutes = 60
const sampleMs = 5_000
/** The part of the time that goes by before the first sample, while caches fill and code is compiled. */
const warmUp = 0.15
const burst = { count: 600, inParallel: 32 }
const drainMs = 120_000

/** Runs the soak. Throws if something ended elsewhere than it began. */
export async function soak([given = String(usualMinutes)]: readonly string[]): Promise<void> {
  const minutes = Number(given)
  if (!(minutes >= 1 && minutes <= 24 * 60))
    throw new Error(`"${given}" is no number of minutes: npm run bench -- soak 60`)
  console.log(`${new Date().toISOString()}, ${describeMachine()}`)
  const load = await startSoakLoad()
  const carried = await measureCarried(load)
  const rate = Math.max(1, Math.floor(carried / 2))
  console.log(`  carries ${carried.toFixed(0)} tips a second; ${minutes} minutes at ${rate}`)
  const samples = await keepUp(load, rate, minutes)
  await drain(load)
  report(samples, load, { minutes, carried, rate })
}

/** Returns how many tips a second reach their overlays in a burst. */
async function measureCarried(load: SoakLoad): Promise<number> {
  const events = (await load.openTips(burst.count)).values()
  const startedAt = performance.now()
  const payRest = async () => {
    for (const event of events) await load.pay(event)
  }
  await Promise.all(Array.from({ length: burst.inParallel }, payRest))
  await drain(load)
  return (burst.count / (performance.now() - startedAt)) * 1_000
}

/** Waits until each tip has reached the overlays. Throws if one has not after two minutes. */
async function drain({ counts }: SoakLoad): Promise<void> {
  const until = performance.now() + drainMs
  for (let { paid, shown } = counts(); shown < paid; { paid, shown } = counts()) {
    if (performance.now() > until) throw new Error(`${paid} tips were paid, and ${shown} alerts arrived`)
    await sleep(50)
  }
}

/** Pays `rate` tips a second, lets visitors come, and takes samples after the warm-up. */
async function keepUp(load: SoakLoad, rate: number, minutes: number): Promise<Sample[]> {
  const [startedAt, lengthMs] = [performance.now(), minutes * 60_000]
  const samples: Sample[] = []
  const sampling = setInterval(() => {
    if (performance.now() - startedAt < lengthMs * warmUp) return
    readSample(load).then(
      (sample) => samples.push(sample),
      (error: Error) => console.error(`a sample is missing: ${error.message}`),
    )
  }, sampleMs)
  try {
    for (let second = 1; performance.now() - startedAt < lengthMs; second++) {
      const events = await load.openTips(rate)
      const paying = events.map(async (event, n) => {
        await sleep((n / events.length) * 900)
        await load.pay(event)
      })
      await Promise.all([...paying, load.visit()])
      await sleep(startedAt + second * 1_000 - performance.now()) // not at all where the machine is behind
    }
  } finally {
    clearInterval(sampling)
  }
  return samples
}

async function readSample({ metricsAt, owner, redis }: SoakLoad): Promise<Sample> {
  const read = async (port: number) => {
    const response = await fetch(`http://127.0.0.1:${port}/metrics`, { headers: { connection: 'close' } })
    const text = await response.text()
    // an answer without them would count as an empty heap
    if (readMetric(text, 'nodejs_heap_size_used_bytes') === 0) throw new Error(`/metrics: ${response.status}`)
    return text
  }
  const [server, workers, info, postgres] = await Promise.all([
    read(metricsAt.server),
    read(metricsAt.workers),
    redis.info(),
    sql<{ connections: number; dead: number }>`select
      (select count(*)::int from pg_stat_activity where datname = current_database()) as connections,
      (select (100 * sum(n_dead_tup) / greatest(sum(n_dead_tup + n_live_tup), 1))::float from pg_stat_user_tables) as dead`.execute(
      owner,
    ),
  ])
  const ofRedis = (name: string) => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? 0)
  const mb = (bytes: number) => bytes / 1024 ** 2
  const { connections, dead } = postgres.rows[0]!
  return {
    'server: heap, MB': mb(readMetric(server, 'nodejs_heap_size_used_bytes')),
    'workers: heap, MB': mb(readMetric(workers, 'nodejs_heap_size_used_bytes')),
    'server: handles': readMetric(server, 'nodejs_active_handles_total'),
    'workers: handles': readMetric(workers, 'nodejs_active_handles_total'),
    'server: open files': readMetric(server, 'process_open_fds'),
    'workers: open files': readMetric(workers, 'process_open_fds'),
    'Postgres: connections': connections,
    'Postgres: dead rows, %': dead ?? 0,
    'Redis: connections': ofRedis('connected_clients'),
    'Redis: memory, MB': mb(ofRedis('used_memory')),
    'oldest event, s': readMetric(workers, 'brimful_oldest_event_seconds'),
    'oldest job, s': readMetric(workers, 'brimful_queue_age_seconds', 'highest'),
    'overdue deliveries, s': readMetric(workers, 'brimful_delivery_overdue_seconds', 'highest'),
  }
}

/** Prints the figures with their plots and writes them with all samples. Throws if one is beyond its margin. */
function report(samples: readonly Sample[], { counts }: SoakLoad, run: object): void {
  const verdicts = judgeSoak(samples)
  const figures = Object.entries(verdicts) as [Figure, (typeof verdicts)[Figure]][]
  const rounded = (value: number) => Number(value.toPrecision(3))
  console.table(
    Object.fromEntries(
      figures.map(([figure, { begin, end, limit, isWithin }]) => [
        figure,
        {
          begin: rounded(begin),
          end: rounded(end),
          limit: rounded(limit),
          verdict: isWithin ? 'met' : 'MISSED',
        },
      ]),
    ),
  )
  for (const [figure] of figures)
    console.log(`${figure.padEnd(24)} ${plot(samples.map((sample) => sample[figure]))}`)
  console.log(JSON.stringify({ ...run, samples: samples.length, ...counts() }))
  mkdirSync('bench/results', { recursive: true })
  writeFileSync('bench/results/soak.json', JSON.stringify({ ...run, verdicts, samples }, null, 2))
  const missed = figures.filter(([, { isWithin }]) => !isWithin).map(([figure]) => figure)
  if (missed.length > 0) throw new Error(`Beyond their margins: ${missed.join('; ')}`)
}
