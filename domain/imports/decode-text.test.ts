import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import type { TextEncoding } from '../../contract/imports/tip-import.ts'
import { decodeText } from './decode-text.ts'

const text = 'Name,Betrag\nJörg „Größe“,5 €\n日本 🍺,3\n'
const western = 'Name,Betrag\nJörg „Größe“,5 €\n'
/** `Имя` and `日本`, with an amount. */
const cyrillic = Buffer.from('c8ecff2c350a', 'hex')
const japanese = Buffer.from('93fa967b2c350a', 'hex')

async function decode(bytes: Buffer, size: number, encoding?: TextEncoding): Promise<string> {
  const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
    bytes.subarray(i * size, (i + 1) * size),
  )
  let read = ''
  for await (const part of decodeText(Readable.from(chunks), encoding)) read += part
  return read
}

function inWindows1252(plain: string): Buffer {
  const special: Record<string, number> = { '„': 0x84, '“': 0x93, '€': 0x80 }
  return Buffer.from([...plain].map((one) => special[one] ?? one.codePointAt(0)!))
}
function inUtf16(plain: string, isBig: boolean): Buffer {
  const bytes = Buffer.from(plain, 'utf16le')
  return isBig ? bytes.swap16() : bytes
}

// Chunks of four bytes and more, because the first one has to show the encoding; odd sizes cut characters.
test.for<[string, Buffer, string, TextEncoding?]>([
  ['UTF-8', Buffer.from(text), text],
  ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${text}`), text],
  ['UTF-16 LE with a byte order mark', inUtf16(`\uFEFF${text}`, false), text],
  ['UTF-16 BE with a byte order mark', inUtf16(`\uFEFF${text}`, true), text],
  ['UTF-16 LE without one', inUtf16(text, false), text],
  ['UTF-16 BE without one', inUtf16(text, true), text],
  ['Windows-1252', inWindows1252(western), western, 'windows-1252'],
  ['Windows-1251', cyrillic, 'Имя,5\n', 'windows-1251'],
  ['Shift-JIS', japanese, '日本,5\n', 'shift_jis'],
])('reads %s in chunks of any size', async ([_, bytes, expected, encoding]) => {
  for (const size of [4, 5, 7, 13, 1000])
    expect(await decode(bytes, size, encoding), `${size} bytes`).toBe(expected)
})

test.for<[string, Buffer]>([
  ['from its first byte on', inWindows1252('Jörg,5 €\n')],
  ['from a later chunk on', Buffer.concat([Buffer.from('Name\nJo\n'.repeat(100)), inWindows1252('Jörg\n')])],
  ['at its end, which cuts off a character', Buffer.from('Jö').subarray(0, 2)],
])('a file that is no UTF-8 %s is refused until its encoding is chosen', async ([_, bytes]) => {
  await expect(decode(bytes, 64)).rejects.toMatchObject({
    code: 'import_refused',
    text: 'error_import_encoding',
  })
  expect(await decode(bytes, 64, 'windows-1252')).toMatch(/J[öÃ]/)
})

test('a spreadsheet is refused', async () => {
  await expect(decode(Buffer.from('504b030414000600', 'hex'), 1000)).rejects.toMatchObject({
    code: 'import_refused',
    text: 'error_import_spreadsheet',
  })
})
