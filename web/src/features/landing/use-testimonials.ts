import { useEffect, useState } from 'react'
import { getAllTestimonials } from '../../../../contract/pages/site-calls.ts'
import { fetchCall } from '../../lib/calls/fetch-call.ts'
import { siteContent } from './site-content.ts'
import type { CallResponse } from '../../../../contract/call.ts'

/** A testimonial as it is shown: picture and creator come from the server, author and text from `siteContent`. */
export interface ShownTestimonial {
  id: string
  imageUrl: string | null
  profileUrl: string | null
  author: string
  trade: string
  text: string
}

/**
 * Loads the installation's testimonials; undefined until then. If there are none or the call fails, returns the built-in samples,
 * which may be empty too.
 */
export function useTestimonials(): ShownTestimonial[] | undefined {
  const [testimonials, setTestimonials] = useState<ShownTestimonial[]>()
  useEffect(() => {
    const stopping = new AbortController()
    fetchCall(getAllTestimonials, {}, stopping.signal).then(
      (found) => setTestimonials(found.length > 0 ? withText(found) : samples()),
      (error: unknown) => {
        if (stopping.signal.aborted) return
        console.error(error instanceof Error ? error.message : error)
        setTestimonials(samples())
      },
    )
    return () => stopping.abort()
  }, [])
  return testimonials
}

function samples(): ShownTestimonial[] {
  return withText(
    siteContent.testimonials.map((_, index) => ({
      uid: `sample-${index}`,
      imageUrl: null,
      profileUrl: null,
    })),
  )
}

function withText(found: CallResponse<typeof getAllTestimonials>): ShownTestimonial[] {
  const { testimonials } = siteContent
  return found.flatMap(({ uid, imageUrl, profileUrl }, index) => {
    const sample = testimonials[index % testimonials.length]
    if (!sample) return []
    const { author, trade, text } = sample
    return [{ id: uid, imageUrl, profileUrl, author: author(), trade: trade(), text: text() }]
  })
}
