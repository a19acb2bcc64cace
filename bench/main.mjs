// @ts-check
/** `npm run bench`, and `npm run bench -- NAME` for a single benchmark. */
import '../scripts/check-node.mjs'

const { launch, prepare } = await import('../scripts/launch.mjs')

await launch(async () => {
  await prepare({ forTests: true })
  const { register } = await import('tsx/esm/api')
  register()
  await import('./run.ts')
})
