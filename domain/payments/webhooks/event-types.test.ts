/** Compares the event types that the providers publish with those that the product reads. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { publishedAtPaypal } from '../../../sandbox/conformance/paypal/event-names.fixture.ts'
import { accountTypes, handledTypes } from '../paypal/webhook-events.ts'
import { endpointTypes, thinTypePrefix, walletType } from '../stripe/webhook-events.ts'
import { unneededAtPaypal, unneededAtStripe } from './unneeded-events.fixture.ts'

/** Returns the types that are neither read nor unneeded, or both; and the reasons that are about no type. */
function compare(
  published: readonly string[],
  isRead: (type: string) => boolean,
  unneeded: Record<string, string>,
) {
  const reasonsOf = (type: string) => Object.keys(unneeded).filter((start) => type.startsWith(start))
  const isUndecided = (type: string) => reasonsOf(type).length !== (isRead(type) ? 0 : 1)
  const used = new Set(published.flatMap(reasonsOf))
  return {
    undecided: published.filter(isUndecided),
    stale: Object.keys(unneeded).filter((start) => !used.has(start)),
  }
}

/** Returns the event types in the types of Stripe's package. */
function publishedAtStripe(): string[] {
  const folder = join(dirname(createRequire(import.meta.url).resolve('stripe')), 'resources')
  const endpoints = readFileSync(join(folder, 'WebhookEndpoints.d.ts'), 'utf8')
  const [, list = ''] = /type EnabledEvent = ([^;]*);/.exec(endpoints) ?? []
  const thin = readFileSync(join(folder, 'V2/Core/Events.d.ts'), 'utf8')
  const types = [...list.matchAll(/'([^']+)'/g), ...thin.matchAll(/\btype: '(v2\.[^']+)'/g)]
  return [...new Set(types.map(([, type]) => type!))]
}

test('every event type of PayPal is read, or unneeded for one reason', () => {
  const isRead = (type: string) => handledTypes.has(type) || accountTypes.has(type)

  expect(publishedAtPaypal.length).toBeGreaterThan(80)
  expect(compare(publishedAtPaypal, isRead, unneededAtPaypal)).toEqual({ undecided: [], stale: [] })
  expect([...handledTypes, ...accountTypes].filter((type) => !publishedAtPaypal.includes(type))).toEqual([])
})

test('every event type in Stripe’s package is read, or unneeded for one reason', () => {
  const published = publishedAtStripe()
  const read = new Set([...endpointTypes(true), walletType])
  const isRead = (type: string) => read.has(type) || type.startsWith(thinTypePrefix)

  expect(published.length).toBeGreaterThan(200)
  expect(compare(published, isRead, unneededAtStripe)).toEqual({ undecided: [], stale: [] })
  expect([...read].filter((type) => !published.includes(type))).toEqual([])
})
