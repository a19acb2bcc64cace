// @ts-check
/** Builds everything and ends: the build step of a deployment, in which the packages are there already. */
import './check-node.mjs'

const { goHome, launch } = await import('./launch.mjs')
const { ensureBuilt } = await import('./build.mjs')

await launch(async () => {
  goHome()
  await ensureBuilt()
})
