/**
 * Returns how a program of ours is run, for an error that names it: by `brimful` where an installation runs a release, or by npm in a clone.
 * `words` follow the program's name.
 */
export function ourCommand(name: string, words = ''): string {
  const behind = (mark: string) => (words ? ` ${mark}${words}` : '')
  return `"brimful ${name}${behind('')}" ("npm run ${name}${behind('-- ')}" in a clone)`
}
