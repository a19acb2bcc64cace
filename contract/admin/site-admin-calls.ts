/** Calls that admins use to change what belongs to the whole site: maintenance, and the landing page's testimonials. */
import * as z from 'zod/mini'
import { adminCall } from '../call.ts'
import { failsWith } from '../check-error.ts'
import { isoTime } from '../entities.ts'
import { reason } from './manage-calls.ts'
import { toCopied } from '../text.ts'

/** Pages load pictures from this site only, so a picture is a path on it. */
const imageUrl = z.nullable(
  z
    .string()
    .check(
      z.overwrite(toCopied),
      z.maxLength(500),
      z.regex(/^\/(?![/\\])\S*$/, failsWith('invalid_testimonial_picture')),
    ),
)
const profileUrl = z.nullable(
  z
    .string()
    .check(z.overwrite(toCopied), z.maxLength(500), z.regex(/^https:\/\/\S+$/i, failsWith('invalid_link'))),
)

export const managedTestimonial = z.object({
  uid: z.uuid(),
  imageUrl: z.nullable(z.string()),
  profileUrl: z.nullable(z.string()),
  isHidden: z.boolean(),
})
export type ManagedTestimonial = z.output<typeof managedTestimonial>

const managedSite = z.object({
  /** When the site's maintenance began; null when it is not under maintenance. */
  maintenanceSince: z.nullable(isoTime),
  testimonials: z.array(managedTestimonial),
})
export type ManagedSite = z.output<typeof managedSite>

export const getManagedSite = adminCall.get('admin/site', {
  summary: 'Whether the site is under maintenance, and all testimonials in their order.',
  response: managedSite,
})

export const setMaintenance = adminCall.post('admin/set-maintenance', {
  summary:
    'Switches maintenance on or off: visitors are sent to /maintenance, and no payment is opened. Recorded.',
  body: z.object({ isOn: z.boolean(), reason }),
  response: managedSite,
})

export const testimonialLimits = { count: 50 } as const

export const testimonialFields = { imageUrl, profileUrl, isHidden: z.boolean() }

export const saveTestimonial = adminCall.post('admin/save-testimonial', {
  summary: 'Changes a testimonial or, without `uid`, adds one after the others. Recorded.',
  body: z.object({ uid: z.optional(z.uuid()), ...testimonialFields }),
  response: managedSite,
})

export const orderTestimonials = adminCall.post('admin/order-testimonials', {
  summary: 'Puts the testimonials in this order; others follow. Recorded.',
  body: z.object({ uids: z.array(z.uuid()).check(z.minLength(1), z.maxLength(testimonialLimits.count)) }),
  response: managedSite,
})
