// @ts-check
/** The build step of a deployment: builds everything, but does not install packages. */
import './check-node.mjs'

const { launch } = await import('./launch.mjs')
const { ensureBuilt } = await import('./build.mjs')

await launch(ensureBuilt)
