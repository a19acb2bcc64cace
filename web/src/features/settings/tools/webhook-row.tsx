import { useState } from 'react'
import {
  removeWebhook,
  replaceWebhookSecret,
  sendWebhooksAgain,
  showWebhookSecret,
} from '../../../../../contract/tools/webhook-calls.ts'
import type { DialectName } from '../../../../../contract/tools/dialects.ts'
import type { WebhookEndpoint } from '../../../../../contract/tools/webhook-calls.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { call } from '../../../lib/calls/call.ts'
import { formatDateTime, formatTimeAgo, useNow } from '../../../lib/format.ts'
import { toast } from '../../../lib/toast.ts'
import { useAction } from '../../../lib/calls/use-action.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { dialectTexts } from './dialect-texts.ts'
import { WebhookLog } from './webhook-log.tsx'

interface WebhookRowProps {
  endpoint: WebhookEndpoint
  onSecret: (endpoint: WebhookEndpoint, secret: string) => void
  onRemoved: () => void
  onSentAgain: () => void
}

/** One endpoint: whether it works, its log, its secret, and sending again what it did not take. */
export function WebhookRow({ endpoint, onSecret, onRemoved, onSentAgain }: WebhookRowProps) {
  const { id, dialect, url, gaveUp } = endpoint
  const [isLogOpen, setIsLogOpen] = useState(false)
  const [asking, setAsking] = useState<'remove' | 'replace'>()
  const { isBusy, run } = useAction()
  const host = new URL(url).host

  async function handleSecret(definition: typeof showWebhookSecret | typeof replaceWebhookSecret) {
    await run(async () => {
      const { endpoint: now, secret } = await call(definition, { body: { id } })
      onSecret(now, secret)
      setAsking(undefined)
    })
  }
  async function handleRemove() {
    if (await run(() => call(removeWebhook, { body: { id } }))) onRemoved()
  }
  async function handleSendAgain() {
    await run(async () => {
      const { count } = await call(sendWebhooksAgain, { body: { id } })
      toast.success(m.webhooks_sent_again({ count }))
      onSentAgain()
    })
  }
  return (
    <li className="py-4">
      <Health endpoint={endpoint} />
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="small" aria-expanded={isLogOpen} onClick={() => setIsLogOpen(!isLogOpen)}>
          {m.webhooks_log()}
        </Button>
        {gaveUp > 0 && (
          <Button size="small" isBusy={isBusy} onClick={() => void handleSendAgain()}>
            {m.webhooks_send_again({ count: gaveUp })}
          </Button>
        )}
        {dialectTexts[dialect].secret && (
          <SecretButtons
            onShow={() => void handleSecret(showWebhookSecret)}
            onReplace={() => setAsking('replace')}
          />
        )}
        <Button
          size="small"
          aria-label={m.webhooks_remove_label({ host })}
          onClick={() => setAsking('remove')}
        >
          {m.webhooks_remove()}
        </Button>
      </div>
      {isLogOpen && <WebhookLog endpointId={id} />}
      <Question
        {...{ asking, host, isBusy, dialect }}
        onConfirm={() => void (asking === 'replace' ? handleSecret(replaceWebhookSecret) : handleRemove())}
        onClose={() => setAsking(undefined)}
      />
    </li>
  )
}

function SecretButtons({ onShow, onReplace }: { onShow: () => void; onReplace: () => void }) {
  return (
    <>
      <Button size="small" onClick={onShow}>
        {m.webhooks_show_secret()}
      </Button>
      <Button size="small" onClick={onReplace}>
        {m.webhooks_replace_secret()}
      </Button>
    </>
  )
}

interface QuestionProps {
  asking: 'remove' | 'replace' | undefined
  host: string
  isBusy: boolean
  dialect: DialectName
  onConfirm: () => void
  onClose: () => void
}

/** Asks before an endpoint is removed or gets another secret. */
function Question({ asking, host, isBusy, dialect, onConfirm, onClose }: QuestionProps) {
  const isReplacing = asking === 'replace'
  return (
    <Dialog
      title={isReplacing ? m.webhooks_replace_title() : m.webhooks_remove_title({ host })}
      description={isReplacing ? dialectTexts[dialect].secret?.replace() : m.webhooks_remove_text()}
      isOpen={asking !== undefined}
      onClose={onClose}
    >
      <Button kind={isReplacing ? 'dark' : 'danger'} className="w-full" isBusy={isBusy} onClick={onConfirm}>
        {isReplacing ? m.webhooks_replace_secret() : m.webhooks_remove()}
      </Button>
    </Dialog>
  )
}

function Health({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { dialect, url, failingSince, waiting, gaveUp, formerSecretUntil } = endpoint
  const now = useNow()
  return (
    <div className="grid gap-1 text-sm text-muted">
      <p className="text-base font-semibold break-all text-ink" dir="ltr">
        {url}
      </p>
      <p>{dialectTexts[dialect].name()}</p>
      {failingSince && (
        <p>
          <span className="rounded-full bg-rose/10 px-2.5 py-0.5 font-semibold text-rose">
            {m.webhooks_failing({ time: formatTimeAgo(failingSince, now) })}
          </span>
        </p>
      )}
      {waiting > 0 && <p>{m.webhooks_waiting({ count: waiting })}</p>}
      {gaveUp > 0 && <p>{m.webhooks_gave_up({ count: gaveUp })}</p>}
      {formerSecretUntil && <p>{m.webhooks_former({ time: formatDateTime(formerSecretUntil) })}</p>}
    </div>
  )
}
