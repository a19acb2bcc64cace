// @ts-check
/** `npm run dev`: like `npm start`, but from source. It restarts when server code changes, and rebuilds pages and messages. */
import './check-node.mjs'

const { launch, prepare } = await import('./launch.mjs')
const { compileMessages, viteBuild } = await import('./build.mjs')
const { runNode } = await import('./run-node.mjs')
const { print } = await import('./console.mjs')

const viteWatch = [...viteBuild, '--watch', '--mode', 'development']
const server = [
  '--watch-preserve-output',
  '--watch',
  '--import',
  'tsx',
  '--enable-source-maps',
  'scripts/all-in-one.ts',
]

await launch(async () => {
  await prepare({ forTests: true, isLocal: true })
  print('Watching: save a file, then load the page again')
  // The pages are built for production, because `npm start` later uses the same files.
  const pagesEnv = { ...process.env, NODE_ENV: 'production' }
  await Promise.all([
    runNode([...compileMessages, '--watch']),
    runNode([...viteWatch, '--config', 'build/vite.config.ts'], { env: pagesEnv }),
    runNode([...viteWatch, '--config', 'build/vite.overlay.config.ts'], { env: pagesEnv }),
    runNode([...viteWatch, '--config', 'build/vite.render.config.ts'], { env: pagesEnv }),
    runNode(server),
  ])
})
