/** The pages of an installation with many creators, which do not exist in solo mode. */
const ofPlatform = new Set(['/explore', '/dashboard/explore', '/featured-creators', '/admin/books'])

/** Returns whether a path is the address of a page that does not exist in solo mode. */
export function isPlatformPath(path: string): boolean {
  return ofPlatform.has(path.toLowerCase().replace(/\/$/, ''))
}
