import type { ViewedCreator } from '../../../../contract/entities.ts'
import { serviceFee } from '../../../../contract/money/service-fee.ts'
import type { Currency } from '../../../../contract/money/money.ts'
import type { PayoutProvider } from '../../../../contract/providers.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import type { Session } from '../../lib/accounts/session.ts'
import { useFeePercent } from '../../lib/pages/site-settings.ts'
import type { Loaded } from '../../lib/calls/use-call.ts'
import { Loadable } from '../../ui/loadable.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import type { Captured } from './capture-tip.ts'
import { AnonymityNote, FeeLine } from './fee-lines.tsx'
import type { FeeProps } from './fee-lines.tsx'
import { PayAreaSkeleton } from './pay-area-skeleton.tsx'
import { PayArea } from './pay-area.tsx'
import type { TipDraft, TipOrder } from './tip-draft.ts'
import { TipOptions } from './tip-options.tsx'

interface PaySectionProps {
  creator: ViewedCreator
  creatorId: Loaded<string>
  session: Session
  draft: TipDraft
  /** Whether the tip will be shown without a name. */
  isNameless: boolean
  minor: number | undefined
  currency: Currency
  onChange: (part: Partial<TipDraft>) => void
  prepare: () => TipOrder | undefined
  onPaid: (captured: Captured, order: TipOrder) => void
}

/** The options of a tip, the payment methods, the fee and the terms. */
export function PaySection({ creatorId, draft, isNameless, minor, onChange, ...payment }: PaySectionProps) {
  const { creator, session, currency } = payment
  const percent = useFeePercent()
  const fee = { name: creator.displayName, currency, minor, percent }
  const providers = providersOf(creator)
  const isOwn = session.user?.uid === creatorId.data
  const canPay = !isOwn && providers.length > 0
  return (
    <div className="flex flex-col gap-1.5 sm:gap-2">
      <TipOptions {...{ draft, isNameless, fee, canPay, onChange }} />
      {isNameless && canPay && <AnonymityNote name={creator.displayName} providers={providers} />}
      <Loadable loaded={creatorId} failedText={m.creator_load_failed()} skeleton={<PayAreaSkeleton />}>
        {(id) => <PayArea {...payment} creatorId={id} chargedMinor={chargedOf(fee, draft)} />}
      </Loadable>
      {!isOwn && <FeeLine {...fee} isCovered={draft.coversFee} providers={providers} />}
      {canPay && <TermsLine />}
    </div>
  )
}

function chargedOf({ minor, currency, percent }: FeeProps, { coversFee }: TipDraft) {
  return minor === undefined || !coversFee ? minor : minor + serviceFee(minor, currency, percent)
}

function providersOf({ paypalConnected, stripeConnected }: ViewedCreator): PayoutProvider[] {
  return [...(paypalConnected ? ['paypal' as const] : []), ...(stripeConnected ? ['stripe' as const] : [])]
}

/** The consent to the terms, which the server records with the order. */
function TermsLine() {
  return (
    <p className="text-center text-xs text-muted">
      {m.tip_terms()}{' '}
      <TextLink to="/terms-of-service" isNewTab>
        {m.policy_terms()}
      </TextLink>
    </p>
  )
}
