import Autoplay from 'embla-carousel-autoplay'
import useEmblaCarousel from 'embla-carousel-react'
import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { m } from '../../../../i18n/compiled/messages.js'
import { ErrorNote } from '../../ui/notes.tsx'
import { siteContent } from './site-content.ts'
import { TestimonialCard } from './testimonial-card.tsx'
import { useTestimonials } from './use-testimonials.ts'
import type { Voice } from './use-testimonials.ts'

/** The testimonials, one on top of the stack at a time. */
export function TestimonialStack() {
  const state = useTestimonials()
  if (state.status === 'failed') return <ErrorNote text={m.landing_voices_failed()} />
  if (state.status === 'loaded') return <Stack voices={state.voices} />
  return <output className="grid h-full place-items-center text-muted">{m.landing_voices_loading()}</output>
}

/** One on top, the next ones under it; buttons to move and to hold it. */
function Stack({ voices }: { voices: Voice[] }) {
  const { frame, carousel, chosen, isPlaying, handlePlay } = useCarousel()
  return (
    <section aria-roledescription="carousel" aria-label={m.landing_voices()}>
      <div className="relative mx-auto max-w-2xl">
        <Sheet look="inset-x-6 top-5 -bottom-5 rotate-2 opacity-60" />
        <Sheet look="inset-x-3 top-2.5 -bottom-2.5 -rotate-1 opacity-80" />
        <div
          ref={frame}
          className="relative overflow-hidden rounded-sheet border border-line bg-card shadow-lift"
        >
          <ul className="flex" aria-live={isPlaying ? 'off' : 'polite'}>
            {voices.map((voice, index) => (
              <li
                key={voice.id}
                aria-label={m.landing_voices_place({ place: index + 1, count: voices.length })}
                inert={index !== chosen}
                className="min-w-0 shrink-0 grow-0 basis-full"
              >
                <TestimonialCard voice={voice} />
              </li>
            ))}
          </ul>
        </div>
      </div>
      <div className="mt-9 flex items-center justify-center gap-2">
        <Control label={m.landing_voices_previous()} onClick={() => carousel?.scrollPrev()}>
          <ChevronLeft aria-hidden className="size-5" />
        </Control>
        <Control label={isPlaying ? m.landing_voices_pause() : m.landing_voices_play()} onClick={handlePlay}>
          {isPlaying ? <Pause aria-hidden className="size-5" /> : <Play aria-hidden className="size-5" />}
        </Control>
        <Control label={m.landing_voices_next()} onClick={() => carousel?.scrollNext()}>
          <ChevronRight aria-hidden className="size-5" />
        </Control>
      </div>
    </section>
  )
}

/** Goes on by itself every four seconds, in a ring; waits under a pointer and a focus, and stands for who wants stillness. */
function useCarousel() {
  const [isStill] = useState(() => window.matchMedia('(prefers-reduced-motion: reduce)').matches)
  const [autoplay] = useState(() =>
    Autoplay({
      delay: siteContent.testimonialMs,
      playOnInit: !isStill,
      stopOnInteraction: false,
      stopOnMouseEnter: true,
      stopOnFocusIn: true,
    }),
  )
  const [frame, carousel] = useEmblaCarousel({ loop: true, duration: isStill ? 0 : 25 }, [autoplay])
  const [chosen, setChosen] = useState(0)
  const [isPlaying, setIsPlaying] = useState(!isStill)
  useEffect(() => {
    if (!carousel) return undefined
    const handleSelect = () => setChosen(carousel.selectedScrollSnap())
    carousel.on('select', handleSelect)
    return () => void carousel.off('select', handleSelect)
  }, [carousel])

  function handlePlay() {
    if (isPlaying) autoplay.stop()
    else autoplay.play()
    setIsPlaying(!isPlaying)
  }
  return { frame, carousel, chosen, isPlaying, handlePlay }
}

/** A card further down. */
function Sheet({ look }: { look: string }) {
  return (
    <div aria-hidden className={`absolute rounded-sheet border border-line bg-card shadow-soft ${look}`} />
  )
}

function Control({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className="grid size-11 place-items-center rounded-full border border-line bg-card hover:border-ink/30"
    >
      {children}
    </button>
  )
}
