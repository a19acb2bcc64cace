/** Measures how much processor time other programs take while a benchmark runs. Works on Linux; elsewhere every value is 0. */
import { readFileSync, readdirSync } from 'node:fs'
import { childPids } from './processes.ts'

const ticksPerSecond = 100

/** Processor time since boot, in ticks. */
export interface CpuTicks {
  /** Ticks used by all processes of this machine. */
  busy: number
  /** Ticks that the hypervisor gave to other machines while this one had work to do. */
  stolen: number
  /** Ticks used by the benchmark, its child processes, Postgres and Redis. */
  own: number
}

/** Starts measuring. The returned function returns how many cores, on average, other programs have used since. */
export function watchNoise(): () => number {
  const startedAt = performance.now()
  const before = readTicks()
  return () => noiseBetween(before, readTicks(), (performance.now() - startedAt) / 1000)
}

/** Returns how many cores, on average, were used by other programs or taken by the hypervisor during `seconds`. */
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

/** Returns the process ids of Postgres and Redis, whose work belongs to the benchmark. */
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

/** Returns the processor time of a process in ticks, including its children that have ended. */
function ticksOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0)
  } catch {
    return 0
  }
}
