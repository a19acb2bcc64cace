import {
  getPushSettings,
  pushSubscription,
  subscribePush,
  unsubscribePush,
} from '../../../../../contract/notifications/push-calls.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { toast } from '../../../lib/toast.ts'
import { useCall } from '../../../lib/calls/use-call.ts'
import { Card } from '../../../ui/card.tsx'
import { SwitchRow } from '../../../ui/switch-row.tsx'
import { call } from '../../../lib/calls/call.ts'
import { currentLocale } from '../../../lib/locale.ts'
import { useAction } from '../../../lib/calls/use-action.ts'

/** Turns push messages to this browser on or off. Renders nothing where the installation sends none. */
export function PushCard() {
  const settings = useCall(getPushSettings, {}, { errorsTo: 'log' })
  const { isBusy, run } = useAction()
  if (!settings.data?.publicKey) return null
  const { publicKey, isOn } = settings.data

  async function handleChange(on: boolean) {
    const show = (now: boolean) => settings.setData((data) => data && { ...data, isOn: now })
    show(on)
    const isDone = await run(() => (on ? startPush(publicKey ?? '') : stopPush()), explain)
    if (!isDone) return show(!on)
    toast.success(on ? m.push_on() : m.push_off())
  }
  return (
    <Card id="push" title={m.push_title()}>
      {canPush() ? (
        <SwitchRow
          label={m.push_label()}
          hint={m.push_hint()}
          checked={isOn}
          disabled={isBusy}
          onChange={(on) => void handleChange(on)}
        />
      ) : (
        <p className="text-muted">{m.push_missing()}</p>
      )}
    </Card>
  )
}

function explain(error: unknown): string {
  return error instanceof PushBlockedError ? m.push_blocked() : m.push_failed()
}

/** The visitor or the browser denied permission. */
class PushBlockedError extends Error {}

function canPush(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
}

/** Subscribes this browser to push messages. Throws `PushBlockedError` when permission is denied. */
async function startPush(publicKey: string): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') throw new PushBlockedError()
  const { pushManager } = await navigator.serviceWorker.ready
  await (await pushManager.getSubscription())?.unsubscribe() // an old subscription may belong to another VAPID key
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  const subscription = pushSubscription.parse(made.toJSON())
  const body = { ...subscription, locale: currentLocale() }
  await call(subscribePush, { body }, { errorsTo: 'caller' }).catch(async (error: unknown) => {
    await made.unsubscribe()
    throw error
  })
}

/**
 * Unsubscribes on the server, then in the browser. (If a browser drops its subscription by itself, the server finds out when it
 * sends the next message.)
 */
async function stopPush(): Promise<void> {
  await call(unsubscribePush, { body: {} }, { errorsTo: 'caller' })
  const { pushManager } = await navigator.serviceWorker.ready
  await (await pushManager.getSubscription())?.unsubscribe()
}
