import { expect, test } from 'vitest'
import { guessMapping } from './guess-mapping.ts'

const hex = (text: string) => Buffer.from(text, 'hex')
/** A file with a name in the given bytes. */
const fileWith = (name: Buffer) =>
  Buffer.concat([Buffer.from('Date,Amount,Currency,Name\n2026-07-01,5.00,EUR,'), name, Buffer.from('\n')])

/** `Пётр` in Windows-1251, `日本` in Shift-JIS, `Jörg` in Windows-1252. */
const names = { cyrillic: hex('cfb8f2f0'), japanese: hex('93fa967b'), western: hex('4af67267') }

test.for<[keyof typeof names, 'windows-1251' | 'shift_jis' | 'windows-1252', string]>([
  ['cyrillic', 'windows-1251', 'Пётр'],
  ['japanese', 'shift_jis', '日本'],
  ['western', 'windows-1252', 'Jörg'],
])(
  'a %s name that is no UTF-8 leaves a question, with what each encoding makes of it',
  async ([name, encoding, text]) => {
    const bytes = fileWith(names[name])

    const { questions, mapping } = await guessMapping({ bytes, given: {} })

    expect(mapping).not.toHaveProperty('encoding')
    expect(questions).toMatchObject([{ field: 'encoding' }])
    expect(questions[0]!.readings).toContainEqual({ value: encoding, text })
    const chosen = await guessMapping({ bytes, given: { encoding } })
    expect(chosen).toMatchObject({ encoding, mapping: { encoding }, tips: [{ name: text }] })
  },
)

test.for<[string, Buffer, string]>([
  ['UTF-8', fileWith(Buffer.from('Пётр')), 'utf-8'],
  ['ASCII', fileWith(Buffer.from('Jo')), 'utf-8'],
  ['UTF-8 that is cut inside of a character', fileWith(Buffer.from('日本')).subarray(0, -2), 'utf-8'],
  [
    'UTF-16 with a byte order mark',
    Buffer.from(`\uFEFF${fileWith(Buffer.from('Jo'))}`, 'utf16le'),
    'utf-16le',
  ],
])('%s is proven, and named', async ([_, bytes, encoding]) => {
  expect(await guessMapping({ bytes, given: {} })).toMatchObject({ encoding, questions: [] })
})

test('email addresses do not leave the file in the samples of encodings', async () => {
  const bytes = fileWith(Buffer.concat([hex('f6'), Buffer.from('@mail.example')]))
  expect(JSON.stringify(await guessMapping({ bytes, given: {} }))).not.toContain('mail.example')
})
