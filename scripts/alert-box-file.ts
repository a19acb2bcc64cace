/**
 * A local file for OBS that waits for the alert box. On a creator's own computer no proxy answers while Brimful is not running: a source
 * with the address itself would then show the browser's error page on the stream, for good.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/**
 * Writes the file for an alert box's address, which may contain its key: only the user who runs Brimful may read it. `publicDir` has
 * the built pages. Returns the file's whole path.
 */
export function writeAlertBoxFile(publicDir: string, address: string, folder = '.data'): string {
  const page = readFileSync(join(publicDir, 'overlay-away.html'), 'utf8')
  const escaped = address.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  const file = resolve(folder, 'alert-box.html')
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    file,
    page.replace('<html', () => `<html data-address="${escaped}"`),
    { mode: 0o600 },
  )
  return file
}
