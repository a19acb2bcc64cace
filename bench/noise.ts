/** Measures how much processor time others take while a benchmark runs. Works on Linux; elsewhere every value is 0. */
import { readFileSync, readdirSync } from 'node:fs'
import { childPids } from './processes.ts'

const ticksPerSecond = 100

/** Processor time since boot, in ticks. */
export interface CpuTicks {
  /** Used by all processes of this machine. */
  busy: number
  /** Taken by the hypervisor for other machines while this one had work to do. */
  stolen: number
  /** Used by the benchmark, its child processes, Postgres and Redis. */
  own: number
}

/** Starts measuring; the returned function gives the average number of cores that others have used since. */
export function watchNoise(): () => number {
  const startedAt = performance.now()
  const before = readTicks()
  return () => noiseBetween(before, readTicks(), (performance.now() - startedAt) / 1000)
}

/** Returns the cores that others used and that the hypervisor took, on average over `seconds`. */
export function noiseBetween(before: CpuTicks, after: CpuTicks, seconds: number): number {
  const others = after.busy - before.busy - (after.own - before.own)
  const stolen = after.stolen - before.stolen
  return (Math.max(others, 0) + stolen) / ticksPerSecond / seconds
}

/** Reads the first line of `/proc/stat`: user, nice, system, idle, iowait, irq, softirq, steal (see proc(5)). */
export function parseStat(stat: string): Omit<CpuTicks, 'own'> {
  const [, user = 0, nice = 0, system = 0, , , , , steal = 0] = stat.split(/\s+/).map(Number)
  return { busy: user + nice + system, stolen: steal }
}

/** Returns the processor time of a process so far, in seconds. */
export function cpuSecondsOf(pid: number): number {
  return ticksOf(pid) / ticksPerSecond
}

function readTicks(): CpuTicks {
  try {
    const own = new Set([process.pid, ...childPids(), ...servicePids()])
    return {
      ...parseStat(readFileSync('/proc/stat', 'utf8')),
      own: [...own].reduce((sum, pid) => sum + ticksOf(pid), 0),
    }
  } catch {
    return { busy: 0, stolen: 0, own: 0 }
  }
}

/** Returns the process ids of Postgres and Redis, which work for both contestants. */
function servicePids(): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.filter((pid) => /^(postgres|redis-server)$/.test(commandOf(pid))).map(Number)
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
  } catch {
    return ''
  }
}

/** Returns the processor time of a process in ticks, including that of its children that have ended. */
function ticksOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0)
  } catch {
    return 0
  }
}
