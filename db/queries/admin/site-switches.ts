/** What the operator has switched on for the whole site. */
import type { Db } from '../../connection.ts'

/** Returns when the site's maintenance began; undefined when it is not under maintenance. */
export async function findMaintenance(db: Db): Promise<Date | undefined> {
  const row = await db
    .selectFrom('siteSwitch')
    .select('since')
    .where('name', '=', 'maintenance')
    .executeTakeFirst()
  return row?.since
}

/** Switches maintenance on or off. Returns false if that was its state already. */
export async function setMaintenance(db: Db, isOn: boolean): Promise<boolean> {
  const rows = isOn
    ? await db
        .insertInto('siteSwitch')
        .values({ name: 'maintenance' })
        .onConflict((oc) => oc.doNothing())
        .returning('name')
        .execute()
    : await db.deleteFrom('siteSwitch').where('name', '=', 'maintenance').returning('name').execute()
  return rows.length > 0
}
