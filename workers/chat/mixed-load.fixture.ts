/**
 * Sends tips to many chats for a minute while the processes of workers are killed and frozen, and measures how long each tip waited
 * for its message on Twitch.
 */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { buildCreator, buildGoal } from '../../db/builders.fixture.ts'
import { updateBotRole } from '../../db/queries/chat/connection-health.ts'
import { control, openSandbox, read } from '../../sandbox/sandbox.fixture.ts'
import { captureTip } from '../../domain/payments/ledger/ledger.fixture.ts'
import { createTestContext } from '../workers.fixture.ts'
import type { TestContext } from '../workers.fixture.ts'
import { tipsIn } from './burst.fixture.ts'
import { connectTwitchChannel, readTexts } from './connections.fixture.ts'

export interface MixedLoad {
  /** How many creators have made the bot a moderator, and how many have not. */
  moderated: number
  plain: number
  /** Tips for each creator, spread over a minute. */
  tipsEach: number
}

export interface MixedResult {
  violations: Record<string, number>
  statuses: Record<string, number>
  /** Milliseconds from capture to message. */
  moderatedMedian: number
  moderatedP95: number
  plainMedian: number
  /** Chats without any message. */
  mute: number
  /** The messages in all chats, and the tips that they announce. */
  messages: number
  announced: number
}

const minuteMs = 60_000
const secret = () => randomBytes(32).toString('hex')

/** Runs the load with three processes; the one that holds the bot is killed twice and frozen once. */
export async function runMixedLoad(load: MixedLoad): Promise<MixedResult> {
  await using sandbox = await openSandbox()
  const { YOUTUBE_BOT_REFRESH_TOKEN: _, DISCORD_API_URL: __, SMTP_URL: ___, ...given } = sandbox.env
  const env = { ...given, SESSION_SECRET: secret(), SECRETS_KEY: secret() }
  await using ctx = await createTestContext('postgres', env)
  const creators: { uid: string; goalId: string; name: string }[] = []
  for (let i = 0; i < load.moderated + load.plain; i++) {
    const name = `mira_${randomBytes(4).toString('hex')}`
    const { uid } = await buildCreator(ctx.db, { userName: name })
    const { goalId } = await buildGoal(ctx.db, uid, { amountMinor: 9_000_00 })
    await connectTwitchChannel({ ...ctx, sandbox }, uid, name)
    const isModerator = i < load.moderated
    await control(sandbox, '/twitch/control/channels', { channel: name, mod: isModerator })
    // The bot has been in each chat before, at the latest for the test line with which the creator set it up.
    await updateBotRole(ctx.db, uid, 'twitch', isModerator)
    creators.push({ uid, goalId, name })
  }
  const processes = openProcesses({
    ...env,
    NODE_ENV: 'test',
    PUBLIC_URL: 'https://brimful.example',
    DATABASE_URL: ctx.testDb.url,
  })
  try {
    await expect.poll(processes.areReady, { timeout: 3 * minuteMs, interval: 250 }).toBe(true)
    const failures = breakProcesses(processes)
    await giveTips(ctx, creators, load.tipsEach)
    await failures
    await expect.poll(() => countOpen(ctx), { timeout: 5 * minuteMs, interval: 1_000 }).toBe(0)
  } finally {
    await processes.close()
  }
  const { violations } = await read<MixedResult>(sandbox, '/twitch/control/state')
  const texts = await Promise.all(creators.map(({ name }) => readTexts(sandbox, 'twitch', name)))
  const uids = creators.map(({ uid }) => uid)
  return {
    violations,
    statuses: await countStatuses(ctx),
    ...(await readWaits(ctx, uids.slice(0, load.moderated), uids.slice(load.moderated))),
    mute: texts.filter((own) => own.length === 0).length,
    messages: texts.flat().length,
    announced: texts.flat().reduce((sum, text) => sum + tipsIn(text), 0),
  }
}

async function giveTips(
  ctx: TestContext,
  creators: readonly { uid: string; goalId: string }[],
  each: number,
) {
  const begun = performance.now()
  const count = creators.length * each
  for (let no = 0; no < count; no++) {
    const { uid, goalId } = creators[no % creators.length]!
    await captureTip(ctx.db, uid, { goalId, supporterName: `Fan ${no}` })
    await sleep(Math.max(begun + ((no + 1) * minuteMs) / count - performance.now(), 0))
  }
}

/** Kills the process that holds the bot after 15 and 30 seconds, and freezes it for 8 seconds after 45. */
async function breakProcesses(processes: ReturnType<typeof openProcesses>): Promise<void> {
  for (let i = 0; i < 2; i++) {
    await sleep(15_000)
    await processes.kill(findHolder(processes))
  }
  await sleep(15_000)
  const frozen = processes.list[findHolder(processes)]!
  frozen.kill('SIGSTOP')
  await sleep(8_000)
  frozen.kill('SIGCONT')
}

/** Returns the number of the process that last said that it took Twitch's lease. */
function findHolder({ leaseTakenAt }: ReturnType<typeof openProcesses>): number {
  return leaseTakenAt.indexOf(Math.max(...leaseTakenAt))
}

/** Starts three processes of the built workers: compiling them at each start would take the time that is measured. */
function openProcesses(env: Record<string, string>) {
  const list: ChildProcess[] = []
  const leaseTakenAt = [0, 0, 0]
  const areRunning = [false, false, false]

  function start(no: number): void {
    const child = spawn(process.execPath, ['dist/node/workers.js'], {
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const hear = (chunk: Buffer) => {
      const text = chunk.toString()
      if (text.includes('workers run')) areRunning[no] = true
      if (/"lease":"twitch"[^\n]*lease taken/.test(text)) leaseTakenAt[no] = performance.now()
    }
    areRunning[no] = false
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    list[no] = child
  }

  async function end(no: number): Promise<void> {
    const child = list[no]!
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await ended
  }

  for (const no of areRunning.keys()) start(no)
  return {
    list,
    leaseTakenAt,
    async kill(no: number): Promise<void> {
      await end(no)
      leaseTakenAt[no] = 0
      start(no)
    },
    areReady: () => !areRunning.includes(false) && Math.max(...leaseTakenAt) > 0,
    close: () => Promise.all([...areRunning.keys()].map(end)),
  }
}

async function countOpen({ db }: TestContext): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    select (select count(*) from outbox where fanned_out_at is null)
      + (select count(*) from delivery where destination = 'chat-twitch' and status in ('due', 'leased')) as open
  `.execute(db)
  return Number(rows[0]!.open)
}

async function countStatuses({ db }: TestContext): Promise<Record<string, number>> {
  const { rows } = await sql<{ status: string; count: number }>`
    select status || coalesce(' ' || reason, '') as status, count(*) from delivery
    where destination = 'chat-twitch' group by 1
  `.execute(db)
  return Object.fromEntries(rows.map(({ status, count }) => [status, Number(count)]))
}

async function readWaits({ db }: TestContext, moderated: readonly string[], plain: readonly string[]) {
  const read = async (uids: readonly string[], part: number) => {
    const { rows } = await sql<{ ms: number | null }>`
      select percentile_cont(${part}) within group (order by extract(epoch from d.completed_at - o.created_at) * 1000) as ms
      from delivery d join outbox o using (event_id)
      where d.destination = 'chat-twitch' and d.status in ('sent', 'coalesced') and d.creator_uid = any(${uids}::uuid[])
    `.execute(db)
    return Math.round(rows[0]!.ms ?? 0)
  }
  return {
    moderatedMedian: await read(moderated, 0.5),
    moderatedP95: await read(moderated, 0.95),
    plainMedian: await read(plain, 0.5),
  }
}
