// @ts-check
/** One workers process: `npm run workers`. */
import './check-node.mjs'

const { boot, launch } = await import('./launch.mjs')

await launch(async () => {
  await boot()
  process.setSourceMapsEnabled(true)
  await import(new URL('../dist/node/workers.js', import.meta.url).href)
})
