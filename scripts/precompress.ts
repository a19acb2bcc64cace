/** Compresses the files of a build once, as small as possible, so that the server does not compress them for every visitor. */
import type { Plugin } from 'vite'
import { compression } from 'vite-plugin-compression2'
import { whenWritten } from './when-written.ts'

/** A Vite plugin that writes `x.js.br` and `x.js.gz` beside each script, style sheet and drawing of 1 KB or more under `assets/`. */
export const precompress = (): Plugin => ({
  ...compression({
    algorithms: ['brotliCompress', 'gzip'],
    include: /^assets\/.*\.(js|css|svg)$/,
    threshold: 1000,
  }),
  apply: whenWritten,
})
