import { getApiTokens } from '../../../../../contract/tools/api-token-calls.ts'
import { getWebhooks } from '../../../../../contract/tools/webhook-calls.ts'
import { useAllKnown } from '../../../lib/calls/use-all-known.ts'
import { useCall } from '../../../lib/calls/use-call.ts'
import { CardSkeleton } from '../../../ui/card-skeleton.tsx'
import { TokensCard } from './tokens-card.tsx'
import { WebhooksCard } from './webhooks-card.tsx'

export function ToolsTab() {
  const isKnown = useAllKnown(useCall(getApiTokens), useCall(getWebhooks))
  if (!isKnown) return <CardSkeleton />
  return (
    <div className="grid grid-cols-1 items-start gap-4">
      <TokensCard />
      <WebhooksCard />
    </div>
  )
}
