/** Compresses the files of a build once, as small as possible, so that the server does not compress them for every visitor. */
import type { Plugin } from 'vite'
import { compression } from 'vite-plugin-compression2'
import { whenWritten } from './when-written.ts'

/**
 * A Vite plugin that writes `x.js.br` and `x.js.gz` beside each script, style sheet and drawing of 1 KB or more under `assets/`. A build
 * in another mode than production does without them, because who tries the product out on one machine loads files just as fast.
 */
export const precompress = (): Plugin => ({
  ...compression({
    algorithms: ['brotliCompress', 'gzip'],
    include: /^assets\/.*\.(js|css|svg)$/,
    threshold: 1000,
  }),
  apply: (config, env) => env.mode === 'production' && whenWritten(config, env),
})
