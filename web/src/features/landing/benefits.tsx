import { Layers, Radio, Wallet } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { m } from '../../../../i18n/compiled/messages.js'
import { useDocumentFee } from '../../lib/pages/site-document.ts'

/** The three benefits on the landing page. */
export function Benefits() {
  const percent = useDocumentFee()
  return (
    <section id="about" className="border-y border-line bg-sunken">
      <div className="mx-auto max-w-7xl px-4 py-12 sm:px-6 sm:py-16">
        <h2 className="text-3xl sm:text-4xl">{m.landing_benefits()}</h2>
        <div className="mt-8 grid gap-x-10 gap-y-6 md:grid-cols-3">
          <Benefit icon={Layers} title={m.landing_benefit_1_title()} text={m.landing_benefit_1_text()} />
          <Benefit icon={Radio} title={m.landing_benefit_2_title()} text={m.landing_benefit_2_text()} />
          <Benefit
            icon={Wallet}
            title={m.landing_benefit_3_title()}
            text={m.landing_benefit_3_text({ percent })}
          />
        </div>
      </div>
    </section>
  )
}

function Benefit({ icon: Icon, title, text }: { icon: LucideIcon; title: string; text: string }) {
  return (
    <div className="flex gap-4 md:block">
      <span className="grid size-12 shrink-0 place-items-center rounded-card bg-amber text-on-accent">
        <Icon aria-hidden className="size-6" />
      </span>
      <div>
        <h3 className="text-xl md:mt-4">{title}</h3>
        <p className="mt-1 text-muted md:mt-2">{text}</p>
      </div>
    </div>
  )
}
