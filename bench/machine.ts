/** Describes what benchmarks run on, because a figure without its machine and settings means nothing. */
import { arch, cpus, release, totalmem, type } from 'node:os'
import { sql } from 'kysely'
import type { Db } from '../db/connection.ts'

/** Returns the processor, memory, operating system and Node of this machine. */
export function describeMachine(): string {
  const [first, ...others] = cpus()
  const memory = `${Math.round(totalmem() / 1024 ** 3)} GB`
  return [
    `${others.length + 1} × ${first?.model.trim() || arch()}`,
    memory,
    `${type()} ${release()}`,
    `Node ${process.version}`,
  ].join(', ')
}

/** Returns the settings of Postgres that decide what a commit costs. */
export async function describePostgres(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, current_setting(name) as setting from pg_settings
    where name in ('server_version', 'fsync', 'synchronous_commit', 'full_page_writes', 'shared_buffers') order by name = 'server_version' desc, name`.execute(
    db,
  )
  return rows.map(({ name, setting }) => `${name} ${setting}`).join(', ')
}
