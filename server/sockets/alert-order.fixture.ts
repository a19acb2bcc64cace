/** Checks the order that alerts arrived in. */

/** Describes each alert that does not directly follow the one before it; empty if the order is right. Any `seq` may be first. */
export function findOrderErrors(seqs: readonly number[]): string[] {
  return seqs.slice(1).flatMap((seq, i) => {
    const previous = seqs[i]!
    if (seq === previous + 1) return []
    return [seq === previous ? `${seq} came twice` : `${seq} came after ${previous}`]
  })
}
