import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { m } from '../../../i18n/compiled/messages.js'
import { Benefits } from '../features/landing/benefits.tsx'
import { Faqs } from '../features/landing/faqs.tsx'
import { Hero } from '../features/landing/hero.tsx'
import { useTitle } from '../lib/use-title.ts'
import { ButtonLink } from '../ui/button.tsx'

/** The landing page. */
export function LandingScreen() {
  useTitle(undefined)
  useAnchor()
  return (
    <>
      <Hero />
      <Benefits />
      <Faqs />
      <section className="px-4 pb-24 text-center">
        <h2 className="mb-6 text-3xl sm:text-4xl">{m.landing_end_title()}</h2>
        <ButtonLink to="/signup/" kind="primary" size="large">
          {m.landing_start()}
        </ButtonLink>
      </section>
    </>
  )
}

/** #home, #about and #faqs scroll to their sections, also when the page was opened with one. */
function useAnchor(): void {
  const { hash, key } = useLocation()
  useEffect(() => {
    if (!hash) return
    const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    document.getElementById(hash.slice(1))?.scrollIntoView({ behavior: isStill ? 'auto' : 'smooth' })
  }, [hash, key])
}
