/** Reads the headers of VP8 and VP9 frames. Nothing is decoded: browsers do that. */

export type VideoCodec = 'V_VP8' | 'V_VP9'

export interface FrameHeader {
  /** The size in pixels of a frame that needs no earlier one; undefined for all others. */
  size?: { width: number; height: number }
}

const readers: Record<VideoCodec, (frame: Buffer) => FrameHeader | undefined> = {
  V_VP8: readVp8,
  V_VP9: readVp9,
}

export function isVideoCodec(name: string): name is VideoCodec {
  return name in readers
}

/** Returns what the header of a frame says; undefined if this is not a frame of the codec, or is of a kind that not all browsers play. */
export function readFrame(codec: VideoCodec, frame: Buffer): FrameHeader | undefined {
  return readers[codec](frame)
}

/** https://www.rfc-editor.org/rfc/rfc6386#section-9.1 */
function readVp8(frame: Buffer): FrameHeader | undefined {
  if (frame.length < 4) return undefined
  if ((frame[0]! & 1) === 1) return {}
  if (frame.length < 10 || frame.readUIntBE(3, 3) !== 0x9d012a) return undefined
  return { size: { width: frame.readUInt16LE(6) & 0x3fff, height: frame.readUInt16LE(8) & 0x3fff } }
}

/** https://storage.googleapis.com/downloads.webmproject.org/docs/vp9/vp9-bitstream-specification-v0.7-20170222-draft.pdf, section 6.2 */
function readVp9(frame: Buffer): FrameHeader | undefined {
  const first = frame[0]
  // The mark of a frame, then profile 0: eight bits, and two colour samples for four of brightness, as all browsers play them.
  if (first === undefined || first >> 4 !== 0b1000) return undefined
  const [showsEarlier, dependsOnEarlier] = [(first & 8) !== 0, (first & 4) !== 0]
  if (showsEarlier || dependsOnEarlier) return {}
  if (frame.length < 10 || frame.readUIntBE(1, 3) !== 0x498342) return undefined
  // Colours of this kind, RGB, are not for profile 0.
  if (frame[4]! >> 5 === 7) return undefined
  // Three bits of the kind of colours, one of their range, then both sizes.
  const sizes = frame.readUIntBE(4, 5)
  return {
    size: {
      width: (Math.floor(sizes / 2 ** 20) % 2 ** 16) + 1,
      height: (Math.floor(sizes / 2 ** 4) % 2 ** 16) + 1,
    },
  }
}
