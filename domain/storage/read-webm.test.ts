import { expect, test } from 'vitest'
import { maxVideo } from '../../contract/pages/pictures.ts'
import { encodePicture } from './encode-picture.ts'
import type { EncodedPicture } from './encode-picture.ts'
import { readWebm } from './read-webm.ts'
import type { Video } from './read-webm.ts'
import {
  alphaBlock,
  ebmlHead,
  element,
  laterFrame,
  makeWebm,
  number,
  simpleBlock,
  videoTrack,
  wholeFrame,
} from './webm.fixture.ts'

const upload = (bytes: Buffer) => encodePicture({ shape: 'alert', bytes })

async function accept(bytes: Buffer): Promise<EncodedPicture> {
  const result = await upload(bytes)
  if (typeof result === 'string') throw new Error(result)
  return result[0]!
}

/** Returns the frames of a file, without their times. */
const framesOf = (file: Buffer) => (readWebm(file) as Video).frames.map(({ picture }) => picture)

test('a WebM keeps its frames and times, and is marked as animated', async () => {
  const file = makeWebm()

  const { format, isAnimated, bytes } = await accept(file)

  expect({ format, isAnimated }).toEqual({ format: 'webm', isAnimated: true })
  expect(readWebm(bytes)).toEqual(readWebm(file))
  expect(readWebm(bytes)).toMatchObject({
    codec: 'V_VP9',
    width: 64,
    height: 48,
    frames: [
      { atMs: 0, needsEarlier: false, picture: wholeFrame() },
      { atMs: 40, needsEarlier: true, picture: laterFrame() },
    ],
  })
})

test('frames that say how opaque the picture is are kept', async () => {
  const blocks = [alphaBlock(wholeFrame(), wholeFrame(64, 48), 0), alphaBlock(laterFrame(), laterFrame(), 40)]

  const { bytes } = await accept(makeWebm({ blocks }))

  const { frames } = readWebm(bytes) as Video
  expect(frames.map(({ alpha }) => alpha)).toEqual([wholeFrame(), laterFrame()])
})

test('sound, other videos, attachments, tags and bytes behind the end are left out', async () => {
  const secret = '<script>secret-owner</script>'
  const sound = element('ae', [number('d7', 2), number('83', 2), element('86', 'A_OPUS')])
  const other = element('ae', [number('d7', 3), number('83', 1), element('86', 'V_VP9')])
  const file = makeWebm({
    before: [element('ec', secret), element('1549a966', [element('7ba9', secret)])],
    tracks: [sound, videoTrack(), other],
    blocks: [
      simpleBlock(Buffer.from(secret), 0, { track: 2 }),
      simpleBlock(wholeFrame(), 0),
      simpleBlock(Buffer.from(secret), 10, { track: 3 }),
      simpleBlock(laterFrame(), 40, { flags: 0 }),
    ],
    after: [element('1941a469', [element('61a7', secret)]), element('1254c367', secret)],
  })

  const { bytes } = await accept(Buffer.concat([file, Buffer.from(`\u0000${secret}`)]))

  expect(bytes.includes('secret-owner')).toBe(false)
  expect(framesOf(bytes)).toEqual([wholeFrame(), laterFrame()])
})

test('a live recording, whose segment and clusters have no size, is read to its end', async () => {
  const more = element('1f43b675', [number('e7', 80), simpleBlock(laterFrame(), 0, { flags: 0 })], 'unknown')

  const { bytes } = await accept(makeWebm({ size: 'unknown', after: [more] }))

  expect((readWebm(bytes) as Video).frames.map(({ atMs }) => atMs)).toEqual([0, 40, 80])
})

test('times begin at zero, and a recording of many seconds has several clusters', async () => {
  const cluster = (atMs: number, frame: Buffer) =>
    element('1f43b675', [number('e7', atMs), simpleBlock(frame, 0, { flags: 0 })])
  const after = [cluster(15_000, laterFrame()), cluster(29_000, wholeFrame())]

  const { bytes } = await accept(makeWebm({ blocks: [simpleBlock(wholeFrame(), 5_000)], after }))

  expect((readWebm(bytes) as Video).frames.map(({ atMs }) => atMs)).toEqual([0, 10_000, 24_000])
})

test('VP8 is accepted as well', async () => {
  const whole = Buffer.concat([
    Buffer.from([0x10, 0x02, 0x00, 0x9d, 0x01, 0x2a, 64, 0, 48, 0]),
    Buffer.alloc(20),
  ])
  const later = Buffer.from([0x11, 0x02, 0x00, 0x00, 0x00])

  const { bytes } = await accept(
    makeWebm({ tracks: [videoTrack('V_VP8')], blocks: [simpleBlock(whole, 0), simpleBlock(later, 40)] }),
  )

  expect(readWebm(bytes)).toMatchObject({ codec: 'V_VP8', width: 64, height: 48 })
})

const { side, seconds, frames } = maxVideo
const secondsOf = (count: number) =>
  Array.from({ length: count }, (_, i) =>
    element('1f43b675', [number('e7', (i + 1) * 1_000), simpleBlock(laterFrame(), 0)]),
  )

test.each<[string, Buffer, string]>([
  ['a Matroska file', makeWebm({ head: ebmlHead('matroska') }), 'video_codec'],
  ['AV1', makeWebm({ tracks: [videoTrack('V_AV1')] }), 'video_codec'],
  ['a film without a video track', makeWebm({ tracks: [] }), 'video_codec'],
  ['packed frames', makeWebm({ tracks: [videoTrack('V_VP9', [element('6d80', '')])] }), 'video_codec'],
  [
    'a page in place of a frame',
    makeWebm({ blocks: [simpleBlock(Buffer.from('<html>'), 0)] }),
    'video_codec',
  ],
  [
    'a page in place of how opaque it is',
    makeWebm({ blocks: [alphaBlock(wholeFrame(), Buffer.from('<html>'), 0)] }),
    'video_codec',
  ],
  [
    'ten bits',
    makeWebm({ blocks: [simpleBlock(Buffer.from('92498342000000000000', 'hex'), 0)] }),
    'video_codec',
  ],
  ['no frame', makeWebm({ blocks: [] }), 'picture_damaged'],
  [
    'a first frame that needs another',
    makeWebm({ blocks: [simpleBlock(laterFrame(), 0)] }),
    'picture_damaged',
  ],
  [
    'several frames in a block',
    makeWebm({ blocks: [simpleBlock(wholeFrame(), 0, { flags: 2 })] }),
    'picture_damaged',
  ],
  [
    'frames that go back in time',
    makeWebm({ blocks: [simpleBlock(wholeFrame(), 40), simpleBlock(laterFrame(), 0)] }),
    'picture_damaged',
  ],
  ['half a file', makeWebm().subarray(0, -10), 'picture_damaged'],
  ['a head only', ebmlHead(), 'picture_damaged'],
  ['an id that is too long', Buffer.concat([ebmlHead(), Buffer.alloc(40)]), 'picture_damaged'],
  [
    'a frame that is too wide',
    makeWebm({ blocks: [simpleBlock(wholeFrame(side + 1, 16), 0)] }),
    'video_large',
  ],
  [
    'a later frame that is too high',
    makeWebm({ blocks: [simpleBlock(wholeFrame(), 0), simpleBlock(wholeFrame(16, side + 1), 9)] }),
    'video_large',
  ],
  ['a second too much', makeWebm({ after: secondsOf(seconds + 1) }), 'video_large'],
  [
    'a frame too much',
    makeWebm({ blocks: Array.from({ length: frames + 1 }, () => simpleBlock(wholeFrame(), 0)) }),
    'video_large',
  ],
])('%s is refused with its reason', async (_, bytes, reason) => {
  expect(await upload(bytes)).toBe(reason)
})

test('the largest video is accepted', async () => {
  const file = makeWebm({ blocks: [simpleBlock(wholeFrame(side, side), 0)], after: secondsOf(seconds) })

  expect(await accept(file)).toMatchObject({ format: 'webm' })
})

test('a video is no picture of a profile', async () => {
  expect(await encodePicture({ shape: 'avatar', bytes: makeWebm() })).toBe('picture_refused')
})

test('no file makes the reader fail in another way', () => {
  const file = makeWebm({ blocks: [alphaBlock(wholeFrame(), wholeFrame(), 0)], size: 'unknown' })
  for (let at = 0; at < file.length; at++)
    for (const value of [0, 1, 0x7f, 0x80, 0xff]) {
      const spoilt = Buffer.from(file)
      spoilt[at] = value
      expect(() => readWebm(spoilt)).not.toThrow()
      expect(() => readWebm(file.subarray(0, at))).not.toThrow()
    }
})
