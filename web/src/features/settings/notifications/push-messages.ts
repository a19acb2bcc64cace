/** The browser's side of push messages: permission, subscription and registration with the server. */
import { pushSubscription, subscribePush, unsubscribePush } from '../../../../../contract/push-calls.ts'
import { call } from '../../../lib/call.ts'
import { currentLocale } from '../../../lib/locale.ts'

/** The visitor or the browser denied permission. */
export class PushBlockedError extends Error {}

/** Whether this browser supports push messages. */
export function canPush(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
}

/** Subscribes this browser to push messages. Throws `PushBlockedError` when permission is denied. */
export async function startPush(publicKey: string): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') throw new PushBlockedError()
  const { pushManager } = await navigator.serviceWorker.ready
  await (await pushManager.getSubscription())?.unsubscribe() // it may belong to another key
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  const subscription = pushSubscription.parse(made.toJSON())
  const body = { ...subscription, locale: currentLocale() }
  await call(subscribePush, { body }, { errorsTo: 'caller' }).catch(async (error: unknown) => {
    await made.unsubscribe()
    throw error
  })
}

/**
 * Unsubscribes on the server first. A subscription that the browser drops by itself is found out with the next message.
 */
export async function stopPush(): Promise<void> {
  await call(unsubscribePush, { body: {} }, { errorsTo: 'caller' })
  const { pushManager } = await navigator.serviceWorker.ready
  await (await pushManager.getSubscription())?.unsubscribe()
}
