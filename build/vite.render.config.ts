import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import type { Plugin } from 'vite'

/**
 * Builds `dist/render/render.js`, which the server uses to render the site's pages, and `prerender.js`, with which the site's build writes
 * its documents. They contain all packages that they import, because a server is installed without those of the site.
 */
export default defineConfig({
  plugins: [noStyles(), react()],
  publicDir: false,
  // `npm start` does not set it, and React renders several times slower in development.
  define: { 'process.env.NODE_ENV': '"production"' },
  clearScreen: false,
  ssr: { noExternal: true },
  build: {
    ssr: true,
    outDir: 'dist/render',
    emptyOutDir: false, // because a running server still loads parts of its own build
    target: 'node20',
    minify: false,
    assetsInlineLimit: 0, // as in the site's build, so that both name the same files
    rolldownOptions: {
      input: { render: 'web/src/render.tsx', prerender: 'web/src/prerender.tsx' },
      // Only a browser has to load less at first.
      checks: { bundlerTimings: false, ineffectiveDynamicImport: false },
      output: { entryFileNames: '[name].js', chunkFileNames: 'parts/[name]-[hash].js' },
    },
  },
})

/** Leaves styles out, because the documents have them already. */
function noStyles(): Plugin {
  return {
    name: 'no-styles',
    enforce: 'pre',
    resolveId: (id) => (id.endsWith('.css') ? '\0no-styles' : undefined),
    load: (id) => (id === '\0no-styles' ? '' : undefined),
  }
}
