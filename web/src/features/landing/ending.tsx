import { useRef } from 'react'
import { m } from '../../../../i18n/compiled/messages.js'
import { useInView } from '../../lib/use-in-view.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Liquid } from '../../ui/liquid.tsx'

/** The closing call to action, with a glass that fills once it scrolls into view. */
export function Ending() {
  const section = useRef<HTMLElement>(null)
  const isSeen = useInView(section, '-30%')
  return (
    <section
      ref={section}
      className="mx-auto flex max-w-5xl flex-col items-center gap-x-14 gap-y-8 px-4 pt-4 pb-20 sm:flex-row sm:px-6 sm:pb-28"
    >
      <Liquid level={isSeen ? 0.94 : 0.06} ratio={1.2} hasLabel={false} className="w-44 sm:w-60" />
      <div className="text-center sm:text-left">
        <h2 className="text-3xl sm:text-5xl">{m.landing_end_title()}</h2>
        <p className="mt-4 mb-7 text-lg text-muted">{m.landing_end_text()}</p>
        <ButtonLink to="/signup/" kind="primary" size="large">
          {m.landing_start()}
        </ButtonLink>
      </div>
    </section>
  )
}
