import type { Db } from '../connection.ts'

/** Returns all testimonials in the operator's order. */
export async function listTestimonials(db: Db) {
  return db
    .selectFrom('testimonial')
    .select(['uid', 'imageUrl', 'profileUrl'])
    .orderBy('position')
    .orderBy('uid')
    .execute()
}
