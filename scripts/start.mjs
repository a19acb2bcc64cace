// @ts-check
/** Everything on one machine: `npm start`. */
import './check-node.mjs'

const { boot, launch } = await import('./launch.mjs')

await launch(async () => {
  await boot()
  process.setSourceMapsEnabled(true)
  await import(new URL('../dist/node/all-in-one.js', import.meta.url).href)
})
