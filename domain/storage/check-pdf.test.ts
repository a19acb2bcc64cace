import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { maxDocumentPages } from '../../contract/payments/evidence-files.ts'
import { findPdfFault } from './check-pdf.ts'
import { listPages, packObjects, smallPdf, writePdf } from './pdf.fixture.ts'

const script = '<< /S /JavaScript /JS (app.alert(1)) >>'
const pages = listPages(1)

/** A picture with some bytes that look like a key that runs a script. */
const picture = Buffer.concat([
  Buffer.from('<< /Type /XObject /Subtype /Image /Filter /DCTDecode /Length 20 >>\nstream\n'),
  Buffer.from('ff d8 /JS (x) /Type /Page /Type /Page'),
  Buffer.from('\nendstream'),
])

test.each([
  ['a page', Buffer.from(smallPdf)],
  ['as many pages as allowed', writePdf(listPages(maxDocumentPages))],
  ['a picture with odd bytes', writePdf([...pages, picture])],
  ['pages in compressed objects', writePdf([packObjects(pages.join(' '))])],
  ['an action that only opens a page', writePdf([...pages, '<< /S /GoTo /D [3 0 R /Fit] >>'])],
])('accepts a PDF with %s', (_, bytes) => {
  expect(findPdfFault(bytes)).toBeUndefined()
})

test.each([
  ['no end', Buffer.from(smallPdf.replace('%%EOF', '')), 'document_unreadable'],
  ['something before it', Buffer.from(`<script>${smallPdf}`), 'document_unreadable'],
  ['no page', writePdf(['<< /Type /Catalog >>']), 'document_unreadable'],
  ['too many pages', writePdf(listPages(maxDocumentPages + 1)), 'document_pages'],
  [
    'too many pages, compressed',
    writePdf([packObjects(listPages(maxDocumentPages + 1).join(' '))]),
    'document_pages',
  ],
  ['a password', writePdf(pages, '/Encrypt 9 0 R'), 'document_locked'],
  ['a script', writePdf([...pages, script]), 'document_active'],
  [
    'a script whose name is written in digits',
    writePdf([...pages, '<< /S /J#61vaScript /J#53 (x) >>']),
    'document_active',
  ],
  ['a script in compressed objects', writePdf([...pages, packObjects(script)]), 'document_active'],
  [
    'a script in compressed objects that pass for a picture',
    writePdf([...pages, packObjects(script, '/Image')]),
    'document_active',
  ],
  ['a program to launch', writePdf([...pages, '<< /S /Launch /F (calc.exe) >>']), 'document_active'],
  ['a file in it', writePdf([...pages, '<< /Type /EmbeddedFile >>']), 'document_active'],
  ['a form', writePdf([...pages, '<< /XFA [ 5 0 R ] >>']), 'document_active'],
  [
    'objects packed twice',
    writePdf([...pages, '<< /Type /ObjStm /Filter [ /FlateDecode /FlateDecode ] >>\nstream\nx\nendstream']),
    'document_unreadable',
  ],
  [
    'objects packed in another way',
    writePdf([...pages, '<< /Type /ObjStm /Filter /LZWDecode >>\nstream\nx\nendstream']),
    'document_unreadable',
  ],
  ['a bomb', writePdf([...pages, packObjects('0'.repeat(40_000_000))]), 'document_unreadable'],
  [
    'many small bombs',
    writePdf([...pages, ...Array.from({ length: 9 }, () => packObjects('0'.repeat(4_000_000)))]),
    'document_unreadable',
  ],
] as const)('refuses a PDF with %s', (_, bytes, fault) => {
  expect(findPdfFault(bytes)).toBe(fault)
})

test('4 MB of compressed data are checked within the limits, and what looks like a key in them is none', () => {
  const noise = Buffer.alloc(3_900_000)
  for (let at = 0; at < noise.length; at += 1) noise[at] = (at * 2_654_435_761) >>> 24
  const stream = Buffer.concat([
    Buffer.from('<< /Length 1 >>\nstream\n'),
    deflateSync(noise),
    Buffer.from('/JS (\nendstream'),
  ])

  expect(findPdfFault(writePdf([...pages, stream]))).toBeUndefined()
})
