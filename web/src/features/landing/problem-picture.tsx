import { m } from '../../../../i18n/compiled/messages.js'

const lines = [
  { name: 'nightowl_', text: m.landing_problem_chat_1, className: '-rotate-1' },
  { name: 'tomasz', text: m.landing_problem_chat_2, className: 'ml-8 rotate-1 sm:ml-20' },
  { name: 'linfromlund', text: m.landing_problem_chat_3, className: 'ml-2 -rotate-1 sm:ml-6' },
]

/** A drawing of a chat that does not know what the streamer is saving for. */
export function ProblemPicture() {
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
