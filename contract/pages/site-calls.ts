/** Calls about the installation itself. The landing page bundles only these calls. */
import * as z from 'zod/mini'
import { publicCall } from '../call.ts'

/** A testimonial of the landing page. The server provides only its pictures and links; the page contains its author and text. */
const testimonial = z.object({
  uid: z.uuid(),
  imageUrl: z.nullable(z.string()),
  profileUrl: z.nullable(z.string()),
})

export const getHealth = publicCall.get('account/health', {
  summary:
    'Whether the service works; fails when the database is not reachable and, except for admins, during maintenance. `wires`: what else this server is connected to, and whether that responds.',
  response: z.object({
    status: z.literal('ok'),
    /** The server's connections to other services, and whether they work. */
    wires: z.array(z.object({ name: z.string(), isUp: z.boolean() })),
  }),
})

export const getSiteSettings = publicCall.get('account/site-settings', {
  summary: 'The settings of this installation that pages need.',
  costs: 'nothing',
  response: z.object({
    publicUrl: z.string(),
    supportEmail: z.string(),
    socialUrl: z.nullable(z.string()),
    isSandbox: z.boolean(),
    /** Whether signing in with Google is available. */
    hasGoogle: z.boolean(),
    /** What the service fee is, in per cent of a tip. */
    serviceFeePercent: z.int(),
    /** The only creator of this installation, and whether supporters may sign up; null on a platform. */
    solo: z.nullable(z.object({ userName: z.string(), hasSupporterAccounts: z.boolean() })),
  }),
})

export const getAllTestimonials = publicCall.get('account/testimonial/getall', {
  summary: 'The landing page’s testimonials.',
  costs: 'nothing',
  response: z.array(testimonial),
})
