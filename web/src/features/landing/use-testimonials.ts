import { useEffect, useState } from 'react'
import { getAllTestimonials } from '../../../../contract/site-calls.ts'
import { fetchCall } from '../../lib/fetch-call.ts'
import { siteContent } from './site-content.ts'

/** A testimonial as it is shown: picture and creator come from the server, author and text from the page. */
export interface ShownTestimonial {
  id: string
  imageUrl: string | null
  profileUrl: string | null
  author: string
  trade: string
  text: string
}

type State =
  | { status: 'loading' }
  | { status: 'loaded'; testimonials: ShownTestimonial[] }
  | { status: 'failed' }

/**
 * Loads the installation's testimonials. Falls back to the built-in samples when there are none or the call fails; has
 * failed when there are no samples either.
 */
export function useTestimonials(): State {
  const [state, setState] = useState<State>({ status: 'loading' })
  useEffect(() => {
    const stopping = new AbortController()
    fetchCall(getAllTestimonials, {}, stopping.signal).then(
      (found) => setState({ status: 'loaded', testimonials: found.length > 0 ? withText(found) : samples() }),
      (error: unknown) => {
        if (stopping.signal.aborted) return
        console.error(error instanceof Error ? error.message : error)
        const testimonials = samples()
        setState(testimonials.length > 0 ? { status: 'loaded', testimonials } : { status: 'failed' })
      },
    )
    return () => stopping.abort()
  }, [])
  return state
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

interface Found {
  uid: string
  imageUrl: string | null
  profileUrl: string | null
}

function withText(found: readonly Found[]): ShownTestimonial[] {
  const { testimonials } = siteContent
  return found.flatMap(({ uid, imageUrl, profileUrl }, index) => {
    const sample = testimonials[index % testimonials.length]
    if (!sample) return []
    const { author, trade, text } = sample
    return [{ id: uid, imageUrl, profileUrl, author: author(), trade: trade(), text: text() }]
  })
}
