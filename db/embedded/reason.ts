/** The one line that says why, out of all that Postgres said. */
export function findReason(said: string): string {
  if (/No space left/.test(said)) return 'the disk is full'
  const lines = said.trim().split('\n')
  const line = lines.find((text) => /FATAL|PANIC|ERROR|error:/.test(text)) ?? lines.at(-1)
  return line?.replace(/^.*?(FATAL|PANIC|ERROR|error):\s*/, '') || 'it said nothing'
}
