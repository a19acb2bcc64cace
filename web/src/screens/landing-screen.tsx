import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { Benefits } from '../features/landing/benefits.tsx'
import { Faqs } from '../features/landing/faqs.tsx'
import { Ending } from '../features/landing/ending.tsx'
import { Hero } from '../features/landing/hero.tsx'
import { Price } from '../features/landing/price.tsx'
import { Story } from '../features/landing/story.tsx'
import { Testimonials } from '../features/landing/testimonials.tsx'
import { prefersReducedMotion } from '../lib/media-query.ts'
import { useTitle } from '../lib/use-title.ts'
import { LandingHeader } from './landing-header.tsx'
import { PageFrame } from './page-frame.tsx'

/** The landing page. */
export function LandingScreen() {
  useTitle(undefined)
  useAnchor()
  return (
    <PageFrame header={<LandingHeader />}>
      <Hero />
      <Benefits />
      <Story />
      <Price />
      <Testimonials />
      <Faqs />
      <Ending />
    </PageFrame>
  )
}

/** Scrolls to the section that the address's fragment names. */
function useAnchor(): void {
  const { hash, key } = useLocation()
  useEffect(() => {
    if (!hash) return
    document
      .getElementById(hash.slice(1))
      ?.scrollIntoView({ behavior: prefersReducedMotion() ? 'auto' : 'smooth' })
  }, [hash, key])
}
