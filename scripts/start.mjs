// @ts-check
/**
 * Starts a program of `dist/node`: the one that the first argument names or, for `npm start`, the one that runs everything in one
 * process.
 */
import './check-node.mjs'

const { launch, prepare } = await import('./launch.mjs')

const [program = 'all-in-one'] = process.argv.splice(2, 1)

await launch(async () => {
  await prepare({ isLocal: process.env.NODE_ENV !== 'production' })
  process.setSourceMapsEnabled(true)
  await import(new URL(`../dist/node/${program}.js`, import.meta.url).href)
})
