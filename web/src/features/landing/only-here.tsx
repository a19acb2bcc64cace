import { m } from '../../../../i18n/compiled/messages.js'

const claims = [
  { title: m.landing_only_1_title, text: m.landing_only_1_text },
  { title: m.landing_only_2_title, text: m.landing_only_2_text },
  { title: m.landing_only_3_title, text: m.landing_only_3_text },
  { title: m.landing_only_4_title, text: m.landing_only_4_text },
]

/** What creators find only here. */
export function OnlyHere() {
  return (
    <section className="mx-auto max-w-7xl px-4 py-16 sm:px-6 sm:py-24">
      <h2 className="text-3xl sm:text-4xl">{m.landing_only()}</h2>
      <div className="mt-8 grid gap-x-10 gap-y-6 sm:grid-cols-2">
        {claims.map(({ title, text }) => (
          <div key={title()}>
            <h3 className="text-xl">{title()}</h3>
            <p className="mt-1 text-muted">{text()}</p>
          </div>
        ))}
      </div>
    </section>
  )
}
