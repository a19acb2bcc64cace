import { Benefits } from '../../features/landing/benefits.tsx'
import { Faqs } from '../../features/landing/faqs.tsx'
import { Ending } from '../../features/landing/ending.tsx'
import { Hero } from '../../features/landing/hero.tsx'
import { OnlyHere } from '../../features/landing/only-here.tsx'
import { Price } from '../../features/landing/price.tsx'
import { Story } from '../../features/landing/story.tsx'
import { Testimonials } from '../../features/landing/testimonials.tsx'
import { useTitle } from '../../lib/pages/use-title.ts'
import { LandingHeader } from './landing-header.tsx'
import { PageFrame } from '../page-frame.tsx'

/** The landing page. */
export function LandingScreen() {
  useTitle('')
  return (
    <PageFrame header={<LandingHeader />}>
      <Hero />
      <Benefits />
      <Story />
      <Price />
      <OnlyHere />
      <Testimonials />
      <Faqs />
      <Ending />
    </PageFrame>
  )
}
