import Autoplay from 'embla-carousel-autoplay'
import useEmblaCarousel from 'embla-carousel-react'
import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { FocusEvent, ReactNode } from 'react'
import { m } from '../../../../i18n/compiled/messages.js'
import { prefersReducedMotion } from '../../lib/media-query.ts'
import { ErrorNote } from '../../ui/notes.tsx'
import { siteContent } from './site-content.ts'
import { TestimonialCard } from './testimonial-card.tsx'
import { useTestimonials } from './use-testimonials.ts'
import type { ShownTestimonial } from './use-testimonials.ts'

/** The stack of testimonials, which shows one at a time. */
export function TestimonialStack() {
  const testimonials = useTestimonials()
  if (!testimonials)
    return <output className="grid h-full place-items-center text-muted">{m.landing_voices_loading()}</output>
  if (testimonials.length === 0) return <ErrorNote text={m.landing_voices_failed()} />
  return <Stack testimonials={testimonials} />
}

/** The testimonial on top, the next ones below it, and buttons to go back, forward and to pause. */
function Stack({ testimonials }: { testimonials: ShownTestimonial[] }) {
  const { frame, carousel, chosen, isPlaying, handlePlay, pointer, focus } = useCarousel()
  return (
    <section aria-roledescription="carousel" aria-label={m.landing_voices()} {...focus}>
      <div className="relative mx-auto max-w-2xl" {...pointer}>
        <Sheet className="inset-x-6 top-5 -bottom-5 rotate-2 opacity-60" />
        <Sheet className="inset-x-3 top-2.5 -bottom-2.5 -rotate-1 opacity-80" />
        <div
          ref={frame}
          className="relative overflow-hidden rounded-sheet border border-line bg-card shadow-lift"
        >
          <ul className="flex" aria-live={isPlaying ? 'off' : 'polite'}>
            {testimonials.map((testimonial, index) => (
              <li
                key={testimonial.id}
                aria-label={m.landing_voices_place({ place: index + 1, count: testimonials.length })}
                inert={index !== chosen}
                className="min-w-0 shrink-0 grow-0 basis-full"
              >
                <TestimonialCard testimonial={testimonial} />
              </li>
            ))}
          </ul>
        </div>
      </div>
      {testimonials.length > 1 && (
        <div className="mt-9 flex items-center justify-center gap-2">
          <Control label={m.landing_voices_previous()} onClick={() => carousel?.scrollPrev()}>
            <ChevronLeft aria-hidden className="size-5" />
          </Control>
          <Control
            isRotation
            label={isPlaying ? m.landing_voices_pause() : m.landing_voices_play()}
            onClick={handlePlay}
          >
            {isPlaying ? <Pause aria-hidden className="size-5" /> : <Play aria-hidden className="size-5" />}
          </Control>
          <Control label={m.landing_voices_next()} onClick={() => carousel?.scrollNext()}>
            <ChevronRight aria-hidden className="size-5" />
          </Control>
        </div>
      )}
    </section>
  )
}

/**
 * Advances every four seconds, in a loop. Pauses while a pointer or the focus is on the stack, while the visitor has paused it,
 * and under reduced motion. The library's own pausing is not used, because after an interaction it also resumes what the visitor
 * had paused.
 */
function useCarousel() {
  const [hasReducedMotion] = useState(prefersReducedMotion)
  const [autoplay] = useState(() =>
    Autoplay({ delay: siteContent.testimonialMs, playOnInit: false, stopOnFocusIn: false }),
  )
  const [frame, carousel] = useEmblaCarousel({ loop: true, duration: hasReducedMotion ? 0 : 25 }, [autoplay])
  const [chosen, setChosen] = useState(0)
  const [isPlaying, setIsPlaying] = useState(!hasReducedMotion)
  const { isInteracting, pointer, focus } = useInteraction()
  useEffect(() => {
    if (!carousel) return undefined
    const handleSelect = () => setChosen(carousel.selectedScrollSnap())
    carousel.on('select', handleSelect)
    return () => void carousel.off('select', handleSelect)
  }, [carousel])
  useEffect(() => {
    if (!carousel || !isPlaying || isInteracting) return undefined
    // The library fails when it has to play a single slide.
    const play = () => carousel.scrollSnapList().length > 1 && autoplay.play()
    play()
    carousel.on('reInit', play) // the carousel emits `reInit` after the window has been resized
    return () => {
      carousel.off('reInit', play)
      autoplay.stop()
    }
  }, [autoplay, carousel, isPlaying, isInteracting])

  const handlePlay = () => setIsPlaying(!isPlaying)
  return { frame, carousel, chosen, isPlaying, handlePlay, pointer, focus }
}

/**
 * Returns whether the visitor is interacting: a pointer or finger is on the stack, or anything in it except the play button has
 * the focus.
 */
function useInteraction() {
  const [isPointed, setIsPointed] = useState(false)
  const [isFocused, setIsFocused] = useState(false)
  const point = () => setIsPointed(true)
  const leave = () => setIsPointed(false)
  const pointer = { onPointerEnter: point, onPointerLeave: leave, onPointerCancel: leave }
  const focus = {
    onFocus: ({ target }: FocusEvent<HTMLElement>) => setIsFocused(!('rotation' in target.dataset)),
    onBlur: () => setIsFocused(false),
  }
  return { isInteracting: isPointed || isFocused, pointer, focus }
}

/** The edge of a testimonial further down the stack. */
function Sheet({ className }: { className: string }) {
  return (
    <div
      aria-hidden
      className={`absolute rounded-sheet border border-line bg-card shadow-soft ${className}`}
    />
  )
}

interface ControlProps {
  label: string
  /** Whether this is the button that pauses and resumes the rotation. */
  isRotation?: boolean
  onClick: () => void
  children: ReactNode
}

function Control({ label, isRotation, onClick, children }: ControlProps) {
  return (
    <button
      type="button"
      aria-label={label}
      data-rotation={isRotation}
      onClick={onClick}
      className="grid size-11 place-items-center rounded-full border border-line bg-card hover:border-ink/30"
    >
      {children}
    </button>
  )
}
