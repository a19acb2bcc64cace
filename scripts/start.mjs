// @ts-check
/** Starts one program of `dist/node`: everything in one process for `npm start`, or the one that the first argument names. */
import './check-node.mjs'

const { launch, prepare } = await import('./launch.mjs')

const [program = 'all-in-one'] = process.argv.splice(2, 1)

await launch(async () => {
  await prepare()
  process.setSourceMapsEnabled(true)
  await import(new URL(`../dist/node/${program}.js`, import.meta.url).href)
})
