import { expect, test } from 'vitest'
import { importSource } from '../../../contract/imports/tip-import.ts'
import { simplifyName } from './service.ts'
import { findSource, services } from './services.ts'

test.each(importSource.options)('%s writes the names of its columns as they are compared', (source) => {
  const { headers, columns } = services[source]
  const names = [...headers.flat(), ...Object.values(columns).flat()]
  expect(names).toEqual(names.map(simplifyName))
})

test('each header is that of one service, and has the date and the amount', () => {
  for (const source of importSource.options)
    for (const header of services[source].headers) {
      const { time = [], amount = [] } = services[source].columns
      expect(findSource(header)).toBe(source)
      expect(header.some((name) => time.includes(name)) && header.some((name) => amount.includes(name))).toBe(
        true,
      )
    }
})

test('names of banks and of PayPal are not public ones', () => {
  const sources = importSource.options.filter((source) => services[source].areNamesPublic)
  expect(sources).toEqual(['kofi', 'streamlabs', 'streamelements'])
})
