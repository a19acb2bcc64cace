import { m } from '../../../../i18n/compiled/messages.js'
import { LogoMark } from '../../ui/logo.tsx'
import { Picture } from '../../ui/picture.tsx'
import type { ShownTestimonial } from './use-testimonials.ts'

/** One creator's testimonial. */
export function TestimonialCard({
  testimonial: { author, trade, text, imageUrl, profileUrl },
}: {
  testimonial: ShownTestimonial
}) {
  return (
    <figure className="flex h-full flex-col justify-between gap-6 p-6 sm:p-10">
      <blockquote className="font-display text-xl leading-snug font-bold sm:text-2xl">“{text}”</blockquote>
      <figcaption className="flex items-center gap-4">
        <Picture
          src={imageUrl}
          className="size-14 rounded-full bg-sunken object-cover"
          fallback={defaultPortrait}
        />
        <span>
          {profileUrl && /^https?:\/\//i.test(profileUrl) ? (
            <a
              href={profileUrl}
              rel="noopener noreferrer nofollow"
              aria-label={m.landing_voices_profile({ name: author })}
              className="font-semibold text-violet underline underline-offset-3"
            >
              {author}
            </a>
          ) : (
            <span className="font-semibold">{author}</span>
          )}
          <span className="block text-sm text-muted">{trade}</span>
        </span>
      </figcaption>
    </figure>
  )
}

const defaultPortrait = (
  <span data-default-portrait className="grid size-14 place-items-center rounded-full bg-gold">
    <LogoMark className="size-8" />
  </span>
)
