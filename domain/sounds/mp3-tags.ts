/** Finds the tags of MP3 files, which describe the sound and can be before, between and behind frames. */

/** More tags and runs of zeros than a file has; what follows them is read as other bytes. */
const maxTags = 64

/** Returns the first position from `at` on that neither one of the first tags has nor zeros fill; at most the length of the file. */
export function endOfTags(file: Buffer, at: number): number {
  let end = at
  for (let tags = 0; tags < maxTags; tags++) {
    const bytes = tagBytes(file, end)
    if (bytes === 0) break
    end += bytes
  }
  return Math.min(end, file.length)
}

/** Returns the length of the tag or of the zeros at a position; 0 if neither is there. */
function tagBytes(file: Buffer, at: number): number {
  const begins = (mark: string) => file.toString('latin1', at, at + mark.length) === mark
  if (begins('ID3')) return id3Bytes(file.subarray(at, at + 10))
  // https://id3.org/ID3v1
  if (begins('TAG')) return 128
  // https://wiki.hydrogenaudio.org/index.php?title=APE_Tags_Header: a header of 32 bytes is not part of the size
  if (begins('APETAGEX') && at + 16 <= file.length) return 32 + file.readUInt32LE(at + 12)
  // https://id3.org/Lyrics3v2
  if (begins('LYRICSBEGIN')) return lyricsBytes(file, at)
  let zeros = 0
  while (file[at + zeros] === 0) zeros += 1
  return zeros
}

/**
 * Returns the length of a tag of lyrics (https://id3.org/Lyrics3v2). It ends with the next of the two marks, so that a file of many such
 * tags is read once and not once for each.
 */
function lyricsBytes(file: Buffer, at: number): number {
  const mark = 'LYRICS'
  let next = file.indexOf(mark, at + 1, 'latin1')
  while (next !== -1 && !/^(?:200|END)$/.test(file.toString('latin1', next + 6, next + 9)))
    next = file.indexOf(mark, next + 1, 'latin1')
  return (next === -1 ? file.length : next + 9) - at
}

/** Returns the length of an ID3v2 tag by its header (https://id3.org/id3v2.4.0-structure). */
function id3Bytes(header: Buffer): number {
  const sizes = [...header.subarray(6)]
  if (sizes.length < 4 || sizes.some((size) => size > 0x7f)) return 0
  const footer = header[5]! & 0x10 ? 10 : 0
  return 10 + sizes.reduce((sum, size) => sum * 128 + size, 0) + footer
}
