// @ts-check
/** `npm run dev`: what `npm start` does, from source; it starts anew when the Node side changes, pages and messages are built again. */
import './check-node.mjs'
import { spawn } from 'node:child_process'

const { boot, launch } = await import('./launch.mjs')
const { compileMessages } = await import('./build.mjs')
const { passSignals } = await import('./run-node.mjs')
const { say } = await import('./console.mjs')

const vite = [
  'node_modules/vite/bin/vite.js',
  'build',
  '--watch',
  '--logLevel',
  'warn',
  '--mode',
  'development',
]
const house = [
  '--watch-preserve-output',
  '--watch',
  '--import',
  'tsx',
  '--enable-source-maps',
  'scripts/all-in-one.ts',
]

await launch(async () => {
  await boot()
  say('Watching: save a file, then load the page again')
  const builds = { ...process.env, NODE_ENV: 'production' } // as `npm start` would build, which finds it here later
  const children = [
    start([...compileMessages, '--watch'], process.env),
    start(vite, builds),
    start([...vite, '--config', 'vite.overlay.config.ts'], builds),
    start(house, process.env),
  ]
  // Ctrl-C reaches the whole group; a SIGTERM is for us alone and has to be handed on.
  passSignals((signal) => children.forEach((child) => child.kill(signal)))
  await Promise.all(children.map((child) => new Promise((done) => child.once('close', done))))
})

/**
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
function start(args, env) {
  return spawn(process.execPath, args, { env, stdio: ['ignore', 'inherit', 'inherit'] })
}
