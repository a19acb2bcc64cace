/** Which time zones an account can have: those that browsers name, and that both Node and Postgres know. */
import { sql } from 'kysely'
import type { Db } from '../../db/connection.ts'

/**
 * Returns the time zone to store for the name that a browser or a person gives; undefined if it is missing or no time zone. A name
 * that Postgres does not know is replaced by the current name of the same zone.
 */
export async function findTimeZone(db: Db, name: string | undefined): Promise<string | undefined> {
  if (name === undefined || !isKnownToNode(name)) return undefined
  const names = [name, currentNames[name] ?? name]
  const { rows } = await sql<{ known: string }>`
    select known from unnest(${names}::text[]) with ordinality wanted (known, place)
    where time_zone_or_utc(known) = known order by place limit 1`.execute(db)
  return rows[0]?.known
}

/** IANA names of places, and UTC. Node and Postgres understand offsets like `+05:00` too, but Postgres with the opposite sign. */
const nameOfPlace = /^(UTC|[A-Z][A-Za-z]*(\/[A-Za-z0-9_+-]+){1,2})$/

function isKnownToNode(name: string): boolean {
  if (!nameOfPlace.test(name)) return false
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

/**
 * Zones that Chrome still gives their former names, with the current ones. A Postgres may know only these: Docker's image of it, from
 * 17.5 on, has no Asia/Calcutta (https://github.com/docker-library/postgres/issues/1361).
 */
export const currentNames: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}
