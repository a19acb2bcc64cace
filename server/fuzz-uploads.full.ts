/** Sends every call that takes a file spoiled pictures, sounds, videos, tables and papers: no answer is an error of ours. */
import fc from 'fast-check'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { allCalls, apiBase } from '../contract/calls.ts'
import { fuzzRuns } from '../contract/fuzzed-input.fixture.ts'
import { sampleInput } from '../contract/sample-input.fixture.ts'
import { faultsOf } from './fuzz-faults.fixture.ts'
import { startFuzzWorld } from './fuzz-world.fixture.ts'

const { seed, numRuns } = fuzzRuns(60)
const { app, url, openWorld } = await startFuzzWorld()

const picture = (format: 'png' | 'jpeg' | 'webp' | 'gif') =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#a06' } })
    .toFormat(format)
    .toBuffer()

const files: Buffer[] = [
  ...(await Promise.all((['png', 'jpeg', 'webp', 'gif'] as const).map(picture))),
  waveOf(400),
  Buffer.from('OggS\0\x02'.padEnd(200, '\0')),
  Buffer.from('\x1aE\xdf\xa3\x9fB\x86\x81\x01webm', 'latin1'),
  Buffer.from('ID3\x04\0\0\0\0\0\x15'.padEnd(200, '\xff\xfb'), 'latin1'),
  Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF'),
  Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
  Buffer.from('Time,Name,Amount,Currency,Message\n2026-02-01 10:00,Ada,"5,00",GBP,=1+1\n'),
  Buffer.from('\ufeffDatum;Name;Betrag\r\n01.02.2026;"Ada ""A""";5,00 €\r\n', 'utf16le'),
]

/** Returns a sound of silence: 8 kHz, one channel, 8 bits. */
function waveOf(samples: number): Buffer {
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.write('WAVEfmt ', 8)
  head.write('data', 36)
  for (const at of [20, 22, 32]) head.writeUInt16LE(1, at)
  head.writeUInt16LE(8, 34)
  head.writeUInt32LE(36 + samples, 4)
  head.writeUInt32LE(16, 16)
  for (const at of [24, 28]) head.writeUInt32LE(8_000, at)
  head.writeUInt32LE(samples, 40)
  return Buffer.concat([head, Buffer.alloc(samples, 128)])
}

const place = fc.double({ min: 0, max: 0.999, noNaN: true })

/** Files with some bytes changed, cut or repeated. */
const spoiledFile = fc
  .record({
    file: fc.constantFrom(...files),
    bytes: fc.array(fc.tuple(place, fc.integer({ min: 0, max: 255 })), { maxLength: 8 }),
    end: fc.oneof(fc.constant(1), place),
    times: fc.constantFrom(1, 1, 1, 2, 400),
  })
  .map(({ file, bytes, end, times }) => {
    const copy = Buffer.from(file)
    for (const [at, value] of bytes) copy[Math.floor(at * copy.length)] = value
    return Buffer.concat(Array.from({ length: times }, () => copy.subarray(0, Math.ceil(end * copy.length))))
  })

const names = fc.constantFrom(
  'a.png',
  '../../x',
  'a\u0000.csv',
  '🪙'.repeat(90),
  'x.svg',
  '',
  '"; name="kind',
)
const inputs = fc.record({
  sender: fc.constantFrom('creator' as const, 'stranger' as const),
  file: spoiledFile,
  name: names,
  network: fc.ipV4(),
})
const uploads = allCalls.filter(({ file }) => file).map((call) => [call.path, call] as const)

test.each(uploads)('%s takes any file', async (_, call) => {
  let world = await openWorld()
  const answersWell = fc.asyncProperty(inputs, async ({ sender, file, name, network }) => {
    const form = new FormData()
    form.set(call.file!, new Blob([new Uint8Array(file)]), name)
    const cookie = world.cookieOf(sender)
    const answer = await fetch(url + apiBase + sampleInput(call).path, {
      method: 'POST',
      headers: { 'x-forwarded-for': network, ...(cookie && { cookie }) },
      body: form,
    })
    const type = answer.headers.get('content-type') ?? ''
    expect(faultsOf({ status: answer.status, type, text: await answer.text() })).toEqual([])
    if (sender === 'creator' && answer.status === 429) world = await openWorld() // the next file would not be read
  })
  await fc.assert(answersWell, { seed, numRuns, endOnFailure: false, interruptAfterTimeLimit: 90_000 })
  expect(app.logged()).not.toMatch(/"level":(50|60)/)
})
