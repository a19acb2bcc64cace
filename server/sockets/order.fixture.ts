/** What is wrong with the order in which alerts came: the check of every test that looks at a stream. */

/** Each place where the next alert is not the next in the sequence, in words; none when all is well. The first may be any. */
export function orderFaults(seqs: readonly number[]): string[] {
  return seqs.slice(1).flatMap((seq, i) => {
    const before = seqs[i]!
    if (seq === before + 1) return []
    return [seq === before ? `${seq} came twice` : `${seq} came after ${before}`]
  })
}
