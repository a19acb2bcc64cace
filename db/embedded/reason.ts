/** Picks the one line of Postgres's output that explains a failure. */
export function findReason(output: string): string {
  if (/No space left/.test(output)) return 'the disk is full'
  const lines = output.trim().split('\n')
  const line = lines.find((text) => /FATAL|PANIC|ERROR|error:/.test(text)) ?? lines.at(-1)
  return line?.replace(/^.*?(FATAL|PANIC|ERROR|error):\s*/, '') || 'it printed nothing'
}
