/** What admins change for the whole site: maintenance, and the landing page's testimonials. */
import { AppError } from '../../contract/errors.ts'
import { testimonialLimits } from '../../contract/admin/site-admin-calls.ts'
import type { ManagedSite } from '../../contract/admin/site-admin-calls.ts'
import type { Db } from '../../db/connection.ts'
import { insertAdminAction } from '../../db/queries/admin/admins.ts'
import * as switches from '../../db/queries/admin/site-switches.ts'
import * as testimonials from '../../db/queries/pages/testimonials.ts'
import type { TestimonialFields } from '../../db/queries/pages/testimonials.ts'
import type { Actor } from './actor.ts'

/** Reads whether the site is under maintenance, and all testimonials in their order. */
export async function readManagedSite(db: Db): Promise<ManagedSite> {
  const since = await switches.findMaintenance(db)
  return {
    maintenanceSince: since?.toISOString() ?? null,
    testimonials: await testimonials.listAllTestimonials(db),
  }
}

/** Switches maintenance on or off, and records the change. A repetition changes nothing. */
export async function setMaintenance(db: Db, actor: Actor, isOn: boolean): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await switches.setMaintenance(trx, isOn))) return
    await insertAdminAction(trx, { ...actor, action: isOn ? 'maintenance_on' : 'maintenance_off' })
  })
}

/**
 * Changes a testimonial or, without `uid`, adds one after the others, and records it. Throws AppError `not_found`, and
 * `invalid_input` when there are fifty already.
 */
export async function saveTestimonial(
  db: Db,
  actor: Actor,
  { uid, ...fields }: TestimonialFields & { uid?: string | undefined },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (uid !== undefined && !(await testimonials.updateTestimonial(trx, uid, fields)))
      throw new AppError('not_found')
    const saved = uid ?? (await testimonials.insertTestimonial(trx, fields, testimonialLimits.count))
    if (saved === undefined) throw new AppError('invalid_input')
    const subject = `${uid === undefined ? 'added' : fields.isHidden ? 'hidden' : 'changed'} ${saved}`
    await insertAdminAction(trx, { ...actor, action: 'testimonial', subject })
  })
}

/** Gives the testimonials their places in this order, and records it. */
export async function orderTestimonials(db: Db, actor: Actor, uids: readonly string[]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await testimonials.orderTestimonials(trx, uids)
    await insertAdminAction(trx, { ...actor, action: 'testimonial', subject: 'order' })
  })
}
