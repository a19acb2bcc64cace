// @ts-check
/** One server process: `npm run server`. */
import './check-node.mjs'

const { boot, launch } = await import('./launch.mjs')

await launch(async () => {
  await boot()
  process.setSourceMapsEnabled(true)
  await import(new URL('../dist/node/server.js', import.meta.url).href)
})
