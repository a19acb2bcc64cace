/**
 * The European Central Bank's daily reference rates, in the form of
 * https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml. The rates are the sandbox's own.
 */
import { Router } from 'express'
import { currencies } from '../currencies.ts'
import type { StandIn, StandInContext } from '../stand-in.ts'

/** Returns the published rates: about those of the providers, which convert at other moments. */
function publishedRates(): [currency: string, rate: string][] {
  const published = Object.entries(currencies).filter(
    ([code, row]) => code !== 'eur' && row.isPublished !== false,
  )
  return published.map(([code, { perEuro }], i) => [
    code.toUpperCase(),
    (perEuro * (i % 2 === 0 ? 1.004 : 0.996)).toPrecision(5),
  ])
}

/** Opens the bank's page. */
export function openRates({ origin }: StandInContext): StandIn {
  const path = '/rates/eurofxref-daily.xml'
  const router = Router()
  router.get(path, (_request, response) => void response.type('xml').send(ratesOf(new Date())))
  const page = { path, name: 'European Central Bank', about: 'reference rates' }
  return { router, page, env: { REFERENCE_RATES_URL: origin + path } }
}

function ratesOf(now: Date): string {
  const cubes = publishedRates().map(
    ([currency, rate]) => `\t\t\t<Cube currency='${currency}' rate='${rate}'/>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
\t<gesmes:subject>Reference rates</gesmes:subject>
\t<gesmes:Sender>
\t\t<gesmes:name>European Central Bank</gesmes:name>
\t</gesmes:Sender>
\t<Cube>
\t\t<Cube time='${now.toISOString().slice(0, 10)}'>
${cubes.join('\n')}
\t\t</Cube>
\t</Cube>
</gesmes:Envelope>
`
}
