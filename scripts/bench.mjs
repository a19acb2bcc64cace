// @ts-check
/** `npm run bench`, and `npm run bench -- NAME` for one. */
import './check-node.mjs'

const { boot, launch } = await import('./launch.mjs')

await launch(async () => {
  await boot()
  const { register } = await import('tsx/esm/api')
  register()
  await import('../bench/run.ts')
})
