import type { ReactNode } from 'react'
import { m } from '../../../../i18n/compiled/messages.js'
import { ButtonLink } from '../../ui/button.tsx'
import { GoalsPicture } from './goals-picture.tsx'
import { StreamPicture } from './stream-picture.tsx'
import { TimelineLine } from './timeline-line.tsx'

/** The problem, the solution and the first goal, along a line that grows while the visitor scrolls. */
export function Story() {
  return (
    <section aria-labelledby="story" className="mx-auto max-w-7xl px-4 py-16 sm:px-6 sm:py-24">
      <h2 id="story" className="max-w-2xl text-3xl sm:text-4xl">
        {m.landing_story()}
      </h2>
      <div className="relative mt-10 sm:mt-14">
        <TimelineLine />
        <ol className="flex flex-col gap-14 sm:gap-20">
          <Step
            kicker={m.landing_problem()}
            title={m.landing_problem_title()}
            text={m.landing_problem_text()}
          >
            <ProblemPicture />
          </Step>
          <Step
            kicker={m.landing_solution()}
            title={m.landing_solution_title()}
            text={m.landing_solution_text()}
          >
            <StreamPicture />
          </Step>
          <Step
            kicker={m.landing_create()}
            title={m.landing_create_title()}
            text={m.landing_create_text()}
            action={
              <ButtonLink to="/signup/" kind="primary" size="large" className="mt-6">
                {m.landing_start()}
              </ButtonLink>
            }
          >
            <GoalsPicture />
          </Step>
        </ol>
      </div>
    </section>
  )
}

interface StepProps {
  kicker: string
  title: string
  text: string
  action?: ReactNode
  /** The picture beside the text. */
  children: ReactNode
}

function Step({ kicker, title, text, action, children }: StepProps) {
  return (
    <li className="relative grid items-center gap-x-14 gap-y-6 pl-10 sm:pl-16 lg:grid-cols-[1fr_1.25fr]">
      <span
        aria-hidden
        className="absolute top-1 left-0 size-6 rounded-full border-4 border-paper bg-linear-135 from-amber to-coral ring-2 ring-coral/50 lg:top-1/2 lg:-translate-y-1/2"
      />
      <div>
        <p className="text-sm font-semibold tracking-wide text-coral-ink uppercase">{kicker}</p>
        <h3 className="mt-1 text-2xl sm:text-3xl">{title}</h3>
        <p className="mt-3 max-w-prose text-lg text-muted">{text}</p>
        {action}
      </div>
      {children}
    </li>
  )
}

const lines = [
  { name: 'nightowl_', text: m.landing_problem_chat_1, className: '-rotate-1' },
  { name: 'tomasz', text: m.landing_problem_chat_2, className: 'ml-8 rotate-1 sm:ml-20' },
  { name: 'linfromlund', text: m.landing_problem_chat_3, className: 'ml-2 -rotate-1 sm:ml-6' },
]

/** A drawing of a chat where nobody knows what the streamer is saving for. */
function ProblemPicture() {
  return (
    <figure className="flex flex-col items-start gap-3">
      {lines.map(({ name, text, className }) => (
        <p
          key={name}
          className={`max-w-sm rounded-sheet rounded-bl-sm border border-line bg-card px-5 py-3.5 text-lg shadow-soft ${className}`}
        >
          <span className="font-semibold text-violet">{name}</span> {text()}
        </p>
      ))}
      <figcaption className="sr-only">{m.landing_problem_picture()}</figcaption>
    </figure>
  )
}
