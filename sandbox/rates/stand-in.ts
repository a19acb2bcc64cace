/**
 * The European Central Bank's daily reference rates, in the form of
 * https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml. The rates are the sandbox's own.
 */
import { Router } from 'express'
import type { StandIn, StandInContext } from '../stand-in.ts'

const perEuro = {
  USD: '1.1042', JPY: '164.85', CZK: '24.935', DKK: '7.4601', GBP: '0.87210', HUF: '398.45', PLN: '4.2783', RON: '5.0712', SEK: '11.1320',
  CHF: '0.9447', NOK: '11.6265', AUD: '1.6924', CAD: '1.5213', HKD: '8.5982', MXN: '20.2915', NZD: '1.8533', SGD: '1.4398',
} // prettier-ignore

/** Opens the bank's page. */
export function openRates({ origin }: StandInContext): StandIn {
  const path = '/rates/eurofxref-daily.xml'
  const router = Router()
  router.get(path, (_request, response) => void response.type('xml').send(ratesOf(new Date())))
  return { router, env: { REFERENCE_RATES_URL: origin + path } }
}

function ratesOf(now: Date): string {
  const cubes = Object.entries(perEuro).map(
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
