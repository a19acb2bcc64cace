/** Makes a large installation out of a small one, so that tests find reads whose cost grows with it. */
import { sql } from 'kysely'
import type { Db, Trx } from './connection.ts'

/** Tables of which a limit allows an account few rows, or whose rows end by themselves. */
export const limitedTables: readonly string[] = [
  'active_overlay',
  'alert_picture',
  'api_token',
  'blocked_word',
  'creator_tag',
  'event_receiver',
  'moderator',
  'moderator_invite',
  'overlay_presence',
  'passkey',
  'payout_account',
  'platform_connection',
  'recovery_code',
  'session',
  'sound',
  'timer',
  'waiting_payout_account',
  'webhook_endpoint',
]

interface Column {
  name: string
  type: string
  /** Whether a unique index or a foreign key contains the column, so that each copy needs its own value. */
  isKey: boolean
}

/**
 * Copies every row `times` times. What a key contains gets a value of its own in each copy, the same in all tables: each copy is an
 * installation beside the others. `kept` are ids that every second copy shares: an account that is kept has the rows of all of these, as
 * far as its keys allow more than one. No trigger runs, no foreign key is checked, and checks are dropped, so no other test may have the
 * database afterwards. `owner` must be a superuser.
 */
export async function multiplyRows(
  owner: Db,
  { times, kept, limited }: { times: number; kept: readonly string[]; limited: readonly string[] },
): Promise<void> {
  const { rows: tables } = await sql<{ name: string; columns: Column[] }>`
    select c.oid::regclass::text as name, json_agg(json_build_object(
      'name', quote_ident(a.attname), 'type', coalesce(nullif(t.typbasetype, 0), t.oid)::regtype::text, 'isKey', exists (
        select from pg_index i left join pg_depend d
          on d.classid = 'pg_class'::regclass and d.objid = i.indexrelid and d.refobjid = c.oid and d.refobjsubid = a.attnum
        where i.indrelid = c.oid and i.indisunique and (a.attnum = any(i.indkey) or d.objid is not null)
        union all select from pg_constraint f where f.conrelid = c.oid and f.contype = 'f' and a.attnum = any(f.conkey)
      )) order by a.attnum) as columns
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    join pg_type t on t.oid = a.atttypid
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace group by c.oid order by 1`.execute(
    owner,
  )
  await owner.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await dropChecks(trx)
    for (const { name, columns } of tables)
      await copyRows(trx, { name, columns, times, kept: limited.includes(name) ? [] : kept })
  })
  await sql`vacuum analyze`.execute(owner)
}

/** Drops the checks of tables and domains: a copy's keys have other forms. */
async function dropChecks(trx: Trx): Promise<void> {
  const { rows } = await sql<{ drop: string }>`
    select format(case when conrelid <> 0 then 'alter table %s drop constraint %I' else 'alter domain %s drop constraint %I' end,
      case when conrelid <> 0 then conrelid::regclass::text else contypid::regtype::text end, conname) as drop
    from pg_constraint where contype = 'c' and connamespace = 'public'::regnamespace`.execute(trx)
  for (const { drop } of rows) await sql.raw(drop).execute(trx)
}

async function copyRows(
  trx: Trx,
  { name, columns, times, kept }: { name: string; columns: Column[]; times: number; kept: readonly string[] },
): Promise<void> {
  const names = sql.raw(columns.map((column) => column.name).join(', '))
  const values = sql.raw(columns.map((column) => valueOfCopy(column, kept)).join(', '))
  await sql`
    insert into ${sql.raw(name)} (${names}) overriding system value
    select ${values} from ${sql.raw(name)} original cross join generate_series(1, ${times}::int) n
    on conflict do nothing`.execute(trx)
}

/** Version 8 of RFC 9562: what the values mean is up to us. https://www.rfc-editor.org/rfc/rfc9562#section-5.8 */
const uuidOfCopy = (value: string) =>
  `overlay(overlay(md5(${value}::text || n) placing '8' from 13) placing '8' from 17)::uuid`

/** Columns whose texts are words that the code knows. */
const words = /^(kind|state|status|mode|provider|platform|currency|destination|locale|type)$/

/** Returns an expression for the value of a column in the n-th copy of a row. Equal values of one type stay equal. */
function valueOfCopy({ name, type, isKey }: Column, kept: readonly string[]): string {
  const value = `original.${name}`
  if (type === 'uuid')
    return `case when n % 2 = 0 and ${value} = any('{${kept.join(',')}}') then ${value} else ${uuidOfCopy(value)} end`
  if (type === 'jsonb') {
    const tipId = `jsonb_build_object('tipId', ${uuidOfCopy(`(${value} ->> 'tipId')`)})`
    return `case when ${value} ? 'tipId' then ${value} || ${tipId} else ${value} end`
  }
  if (type === 'timestamp with time zone')
    return `${value} - n * interval '${isKey ? '15 minutes' : '1 second'}'`
  const isText = type === 'text' && !words.test(name)
  if (isText) return isKey || name.endsWith('_id') ? `n || ${value}` : value
  const copies: Record<string, string> = {
    bigint: `${value} + n * 1000000::bigint`,
    integer: `${value} + n`,
    bytea: `substring(sha256(${value} || n::text::bytea) for length(${value}))`,
    date: `${value} - n`,
  }
  return (isKey && copies[type]) || value
}
