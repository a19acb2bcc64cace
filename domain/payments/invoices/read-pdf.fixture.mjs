// @ts-check
/** Prints the texts of the PDF on the standard input, one a line, as PDF.js reads them. It is a program, because Vitest stalls PDF.js's worker. */
import { buffer } from 'node:stream/consumers'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

const data = new Uint8Array(await buffer(process.stdin))
const pdf = await getDocument({ data, verbosity: 0 }).promise
for (let number = 1; number <= pdf.numPages; number++) {
  const { items } = await (await pdf.getPage(number)).getTextContent()
  for (const item of items) console.log('str' in item ? item.str : '')
}
process.exit(0)
