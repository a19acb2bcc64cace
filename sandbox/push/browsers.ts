/** The browsers that have subscribed, and what each was pushed. */
import { createECDH } from 'node:crypto'
import { makeSecret } from '../secrets.ts'
import type { State } from '../state.ts'
import type { BrowserKeys } from './decrypt.ts'

export interface Pushed {
  at: string
  text: string
  ttl: number
  urgency: string
}

export interface Browser extends BrowserKeys {
  id: string
  /** The sender's key that it subscribed with: messages of others are refused. */
  senderKey: string
  isGone: boolean
  pushed: Pushed[]
}

export interface Browsers {
  /** The pair of keys of a site that has none of its own. */
  sender: { publicKey: string; privateKey: string }
  all: Record<string, Browser>
  save(): void
}

const messagesKept = 300

/** Opens what was left; the sender's keys are made once. */
export function openBrowsers(state: State): Browsers {
  const kept = state.collection<{ publicKey: string; privateKey: string }>('push.sender')
  kept.keys ??= makeKeys()
  state.save()
  return { sender: kept.keys, all: state.collection('push.browsers'), save: state.save }
}

/** A browser subscribes, as `pushManager.subscribe` would. */
export function subscribe(browsers: Browsers, senderKey: string): Browser {
  const { publicKey: p256dh, privateKey } = makeKeys()
  const id = makeSecret(24)
  const browser = { id, senderKey, isGone: false, pushed: [], privateKey, p256dh, auth: makeSecret(16) }
  browsers.all[id] = browser
  browsers.save()
  return browser
}

/** A message arrives. */
export function keepPushed(browsers: Browsers, browser: Browser, pushed: Pushed): void {
  browser.pushed.push(pushed)
  if (browser.pushed.length > messagesKept) browser.pushed.shift()
  browsers.save()
}

function makeKeys() {
  const ecdh = createECDH('prime256v1')
  const publicKey = ecdh.generateKeys('base64url')
  const short = ecdh.getPrivateKey() // comes without the zeros at its head
  const privateKey = Buffer.concat([Buffer.alloc(32 - short.length), short])
  return { publicKey, privateKey: privateKey.toString('base64url') }
}
