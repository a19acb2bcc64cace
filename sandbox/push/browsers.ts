/** Stores the subscribed browsers and the messages that each received. */
import { createECDH } from 'node:crypto'
import { makeSecret } from '../secrets.ts'
import type { State } from '../state.ts'
import type { BrowserKeys } from './decrypt.ts'

export interface PushMessage {
  at: string
  text: string
  ttl: number
  urgency: string
}

export interface Browser extends BrowserKeys {
  id: string
  /** The public key of the sender that the browser subscribed to. Messages of other senders are refused. */
  senderKey: string
  isGone: boolean
  pushed: PushMessage[]
}

export type Browsers = ReturnType<typeof openBrowsers>

const maxMessages = 300

/** Opens the stored subscriptions. A new store gets VAPID keys for a sender. */
export function openBrowsers(state: State) {
  const senders = state.collection<ReturnType<typeof makeKeys>>('push.sender')
  senders.keys ??= makeKeys()
  state.save()
  return {
    /** VAPID keys for a product that has not configured its own. */
    sender: senders.keys,
    all: state.collection<Browser>('push.browsers'),
    save: state.save,
  }
}

/** Subscribes a new browser, as `pushManager.subscribe` does. */
export function subscribe(browsers: Browsers, senderKey: string): Browser {
  const { publicKey: p256dh, privateKey } = makeKeys()
  const id = makeSecret(24)
  const browser = { id, senderKey, isGone: false, pushed: [], privateKey, p256dh, auth: makeSecret(16) }
  browsers.all[id] = browser
  browsers.save()
  return browser
}

/** Stores a message for a browser, which keeps its latest 300. */
export function storeMessage(browsers: Browsers, browser: Browser, message: PushMessage): void {
  browser.pushed.push(message)
  if (browser.pushed.length > maxMessages) browser.pushed.shift()
  browsers.save()
}

function makeKeys() {
  const ecdh = createECDH('prime256v1')
  const publicKey = ecdh.generateKeys('base64url')
  const short = ecdh.getPrivateKey() // Node leaves out leading zeros of the key, which the format requires
  const privateKey = Buffer.concat([Buffer.alloc(32 - short.length), short])
  return { publicKey, privateKey: privateKey.toString('base64url') }
}
