import { useRef } from 'react'
import type { FormEvent, ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { currencies } from '../../../../contract/money/currencies.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { siteHost, useDocumentFee } from '../../lib/pages/site-document.ts'
import { Button } from '../../ui/button.tsx'
import { HeroGoals } from './hero-goals.tsx'
import { listPayoutCurrencies } from './site-content.ts'
import { TotalRaised } from './total-raised.tsx'

const signUpPath = '/signup/'

/** The first section of the landing page: headline, claim box and example goals. */
export function Hero() {
  return (
    <section
      id="home"
      className="relative mx-auto grid max-w-7xl items-center gap-x-10 gap-y-12 px-4 pt-8 pb-14 sm:px-6 sm:pt-14 lg:min-h-[min(calc(100dvh-4rem),56rem)] lg:grid-cols-2 lg:py-10"
    >
      <div>
        <p className="inline-block rounded-full border border-coral/40 bg-card px-3 py-1 text-sm font-semibold text-coral-ink">
          {m.landing_badge()}
        </p>
        <h1 className="mt-5 text-4xl font-extrabold tracking-tight sm:text-5xl xl:text-6xl">
          {m.landing_title()}
        </h1>
        <p className="mt-5 max-w-xl text-lg text-muted sm:text-xl sm:leading-8">{m.landing_text()}</p>
        <ClaimBox />
        <dl className="mt-9 grid grid-cols-3 gap-x-4 sm:flex sm:gap-x-10">
          <Figure value={<TotalRaised />} label={m.landing_raised()} />
          <Figure value={m.landing_fee_value({ percent: useDocumentFee() })} label={m.landing_fee()} />
          <Figure
            value={m.landing_currencies_value()}
            label={m.landing_currencies({ count: currencies.length, payouts: listPayoutCurrencies() })}
          />
        </dl>
      </div>
      <HeroGoals />
    </section>
  )
}

/**
 * A field for the name of the visitor's page, which leads to sign-up, whose step for the address begins with the name. Until then the name
 * stays in this browser, unchecked. The code that stores it is loaded then, to keep the page small.
 */
function ClaimBox() {
  const field = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    const name = field.current?.value.trim()
    if (name)
      void import('../../lib/accounts/sign-up-draft.ts').then((draft) =>
        draft.saveDraft({ customUserName: name }),
      )
    void navigate(signUpPath)
  }
  return (
    <form
      action={signUpPath} // before the page's code is loaded, the browser leads there with the name
      onSubmit={handleSubmit}
      className="mt-8 flex max-w-xl items-center rounded-full border border-field bg-card p-1.5 pl-5 shadow-soft focus-within:border-coral focus-within:ring-3 focus-within:ring-coral/30 sm:pl-6"
    >
      <span aria-hidden className="max-w-[55%] shrink-0 truncate text-muted sm:text-lg">
        {siteHost()}/
      </span>
      <input
        ref={field}
        name="customUserName"
        aria-label={m.landing_claim_label()}
        placeholder={m.landing_claim_placeholder()}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        className="min-h-12 w-full min-w-0 bg-transparent outline-none placeholder:text-muted/80 sm:text-lg"
      />
      <Button type="submit" kind="primary" size="large">
        {m.landing_claim()}
      </Button>
    </form>
  )
}

function Figure({ value, label }: { value: ReactNode; label: string }) {
  return (
    <div className="flex flex-col-reverse justify-end">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="money text-xl sm:text-3xl">{value}</dd>
    </div>
  )
}
