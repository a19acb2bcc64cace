/** The landing page's testimonials. An installation has at most fifty. */
import { sql } from 'kysely'
import type { Db, Trx } from '../../connection.ts'

/** Returns the testimonials that are shown, in the operator's order. */
export async function listTestimonials(db: Db) {
  return all(db).where('isHidden', '=', false).execute()
}

/** Returns all testimonials in the operator's order, hidden ones included. */
export async function listAllTestimonials(db: Db) {
  return all(db).select('isHidden').execute()
}

function all(db: Db) {
  return db
    .selectFrom('testimonial')
    .select(['uid', 'imageUrl', 'profileUrl'])
    .orderBy('position')
    .orderBy('uid')
}

/** What an admin sets of a testimonial. */
export interface TestimonialFields {
  imageUrl: string | null
  profileUrl: string | null
  isHidden: boolean
}

/** Adds a testimonial after the others; undefined when there are `max` already. */
export async function insertTestimonial(
  trx: Trx,
  { imageUrl, profileUrl, isHidden }: TestimonialFields,
  max: number,
): Promise<string | undefined> {
  await sql`lock table testimonial in share row exclusive mode`.execute(trx) // so that two admins do not pass the limit together
  const { rows } = await sql<{ uid: string }>`
    insert into testimonial (image_url, profile_url, is_hidden, position)
    select ${imageUrl}, ${profileUrl}, ${isHidden}, coalesce(max(position), 0) + 1 from testimonial
    having count(*) < ${max}
    returning uid`.execute(trx)
  return rows[0]?.uid
}

/** Changes a testimonial; false when there is none with this uid. */
export async function updateTestimonial(trx: Trx, uid: string, fields: TestimonialFields): Promise<boolean> {
  const { imageUrl, profileUrl, isHidden } = fields
  const { numUpdatedRows } = await trx
    .updateTable('testimonial')
    .set({ imageUrl, profileUrl, isHidden })
    .where('uid', '=', uid)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Gives the testimonials their places in this order. Those that are not named follow in their order. */
export async function orderTestimonials(trx: Trx, uids: readonly string[]): Promise<void> {
  await sql`
    update testimonial t set position = placed.position
    from (
      select uid, row_number() over (order by array_position(${[...uids]}::uuid[], uid) nulls last, position, uid) as position
      from testimonial
    ) placed
    where placed.uid = t.uid`.execute(trx)
}
