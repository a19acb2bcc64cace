// @ts-check
/** One comparison of the books with the providers: `npm run reconcile`. */
import './check-node.mjs'

const { boot, launch } = await import('./launch.mjs')

await launch(async () => {
  await boot()
  process.setSourceMapsEnabled(true)
  await import(new URL('../dist/node/reconcile.js', import.meta.url).href)
})
