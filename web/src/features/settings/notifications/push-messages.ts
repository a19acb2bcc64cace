/** The browser's side of push messages: asks for the leave to show them, subscribes, and tells the server. */
import { pushSubscription, subscribePush, unsubscribePush } from '../../../../../contract/push-calls.ts'
import { call } from '../../../lib/call.ts'
import { currentLocale } from '../../../lib/locale.ts'

/** The visitor, or the browser for them, said no. */
export class PushBlockedError extends Error {}

/** Whether this browser knows push messages at all. */
export function canPush(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
}

/** Subscribes this browser. Throws `PushBlockedError` where that is not allowed. */
export async function startPush(publicKey: string): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') throw new PushBlockedError()
  const { pushManager } = await navigator.serviceWorker.ready
  await (await pushManager.getSubscription())?.unsubscribe() // it may be for another key
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  const subscription = pushSubscription.parse(made.toJSON())
  const body = { ...subscription, locale: currentLocale() }
  await call(subscribePush, { body }, { errorsTo: 'caller' }).catch(async (error: unknown) => {
    await made.unsubscribe()
    throw error
  })
}

/** Ends it, on the server first: what the browser forgets by itself is found out with the next message. */
export async function stopPush(): Promise<void> {
  await call(unsubscribePush, { body: {} }, { errorsTo: 'caller' })
  const { pushManager } = await navigator.serviceWorker.ready
  await (await pushManager.getSubscription())?.unsubscribe()
}
