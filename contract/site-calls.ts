/** What a page asks of the installation itself, before anybody is known. The landing page carries these calls and no others. */
import * as z from 'zod/mini'
import { defineCall } from './call.ts'

const testimonial = z.object({
  uid: z.uuid(),
  imageUrl: z.nullable(z.string()),
  profileUrl: z.nullable(z.string()),
})
/** Who speaks is the server's to say; author and words are the page's own. */
export type Testimonial = z.output<typeof testimonial>

export const getHealth = defineCall({
  method: 'GET',
  path: 'account/health',
  access: 'public',
  summary: 'Whether the service can work; fails without its database.',
  response: z.object({ status: z.literal('ok') }),
})

export const getSiteSettings = defineCall({
  method: 'GET',
  path: 'account/site-settings',
  access: 'public',
  summary: 'What a page needs to know about this installation.',
  response: z.object({
    publicUrl: z.string(),
    supportEmail: z.string(),
    socialUrl: z.nullable(z.string()),
    isSandbox: z.boolean(),
    /** Whether signing in with Google is on. */
    hasGoogle: z.boolean(),
  }),
})

export const getAllTestimonials = defineCall({
  method: 'GET',
  path: 'account/testimonial/getall',
  access: 'public',
  summary: 'The landing page’s testimonials.',
  response: z.array(testimonial),
})
