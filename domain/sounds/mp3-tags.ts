/** Finds the tags of MP3 files, which describe the sound and can be before, between and behind frames. */

/** Returns the first position from `at` on that neither a tag has nor zeros fill; at most the length of the file. */
export function endOfTags(file: Buffer, at: number): number {
  let end = at
  for (let bytes = tagBytes(file, end); bytes > 0; bytes = tagBytes(file, end)) end += bytes
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
  if (begins('LYRICSBEGIN')) {
    const ends = ['LYRICS200', 'LYRICSEND'].map((mark) => file.indexOf(mark, at, 'latin1'))
    const end = ends.find((found) => found !== -1)
    return (end === undefined ? file.length : end + 9) - at
  }
  let zeros = 0
  while (file[at + zeros] === 0) zeros += 1
  return zeros
}

/** Returns the length of an ID3v2 tag by its header (https://id3.org/id3v2.4.0-structure). */
function id3Bytes(header: Buffer): number {
  const sizes = [...header.subarray(6)]
  if (sizes.length < 4 || sizes.some((size) => size > 0x7f)) return 0
  const footer = header[5]! & 0x10 ? 10 : 0
  return 10 + sizes.reduce((sum, size) => sum * 128 + size, 0) + footer
}
