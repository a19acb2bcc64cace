import { lazy, Suspense, useRef } from 'react'
import { m } from '../../../../i18n/compiled/messages.js'
import { useInView } from '../../lib/use-in-view.ts'

const TestimonialStack = lazy(async () => ({
  default: (await import('./testimonial-stack.tsx')).TestimonialStack,
}))

/**
 * The testimonials section. The carousel is loaded when the section comes near the viewport; its space is reserved, so that
 * nothing moves.
 */
export function Testimonials() {
  const section = useRef<HTMLElement>(null)
  const isNear = useInView(section, '500px')
  const loading = (
    <output className="grid h-full place-items-center text-muted">{m.landing_voices_loading()}</output>
  )
  return (
    <section ref={section} className="overflow-hidden px-4 py-16 sm:px-6 sm:py-24">
      <h2 className="mb-9 text-center text-3xl sm:text-4xl">{m.landing_voices()}</h2>
      <div className="min-h-88 sm:min-h-80">
        {isNear ? (
          <Suspense fallback={loading}>
            <TestimonialStack />
          </Suspense>
        ) : (
          loading
        )}
      </div>
    </section>
  )
}
