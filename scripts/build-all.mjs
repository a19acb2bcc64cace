// @ts-check
/** Builds everything without installing packages: the build step of a deployment. */
import './check-node.mjs'

const { launch } = await import('./launch.mjs')
const { ensureBuilt } = await import('./build.mjs')

await launch(ensureBuilt)
