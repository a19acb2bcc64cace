import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { forFile } from '../../db/for-file.fixture.ts'
import { createTestDb } from '../../db/database.fixture.ts'
import { currentNames, findTimeZone } from './time-zones.ts'

const { db } = await forFile(createTestDb())

test.each(['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Asia/Kathmandu', 'Etc/GMT+12'])(
  '%s is a time zone',
  async (name) => {
    expect(await findTimeZone(db, name)).toBe(name)
  },
)

test.each([
  ['a browser that knows none', undefined],
  ['a browser that does not know where it is', 'Etc/Unknown'],
  ['nothing', ''],
  ['a name of no place', 'Mars/Olympus_Mons'],
  // Postgres takes these with the opposite sign: https://www.postgresql.org/docs/current/datetime-posix-timezone-specs.html
  ['an offset', '+05:00'],
  ['a rule as POSIX has them', 'FOO+3'],
  ['a rule with a name that looks like a place', 'Mars/Base+3'],
  // files of Postgres that browsers do not know
  ['the zone of its machine', 'localtime'],
  ['the rules of POSIX', 'posixrules'],
  ['a zone with leap seconds', 'right/Europe/Berlin'],
  ['words of SQL', "Europe/Berlin' or true --"],
])('%s is no time zone', async (_, name) => {
  expect(await findTimeZone(db, name)).toBeUndefined()
})

test('a name that Postgres does not know is replaced by the current name of the zone', async () => {
  await using test = await createTestDb()
  // The Postgres of the tests has former names, and that of Docker's image has not.
  await sql`
    alter function time_zone_or_utc(text) rename to time_zone_with_links;
    create function time_zone_or_utc(name text) returns text stable language sql as $$
      select case when name like 'Asia/Calcutta' then 'UTC' else time_zone_with_links(name) end
    $$`.execute(test.owner)

  expect(await findTimeZone(test.db, 'Asia/Calcutta')).toBe('Asia/Kolkata')
  expect(await findTimeZone(test.db, 'Asia/Kolkata')).toBe('Asia/Kolkata')
})

test('every former name has a current one that Postgres and Node know, with the same times', async () => {
  const summer = new Date('2026-07-01T00:00:00Z')
  for (const [former, current] of Object.entries(currentNames)) {
    expect(await findTimeZone(db, current)).toBe(current)
    const timeIn = (timeZone: string) => summer.toLocaleString('en-GB', { timeZone })
    expect(timeIn(current)).toBe(timeIn(former))
  }
})
