// @ts-check
/**
 * `npm run release`: makes `dist/release`: a folder that runs without a build and without npm, its archive for machines like this one,
 * and the checksum of that. With `--folder PATH` it makes only the folder, there.
 */
import './check-node.mjs'
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { parseArgs } from 'node:util'

const { launch, prepare } = await import('./launch.mjs')
const { SetupError, print, printProgress } = await import('./console.mjs')
const { findLoaded, listNeeded, toNotices } = await import('./release-packages.mjs')

/** What an operator needs beside the programs: the files of the ways to run them, and the documents. */
const files = [
  'package.json',
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  '.env.example',
  'docs',
  'deploy/brimful',
  'deploy/systemd',
  'deploy/Caddyfile',
  'deploy/backup.sh',
  'deploy/restore.sh',
  'deploy/systemd-backups.sh',
  'deploy/alerts.yml',
  'deploy/grafana.json',
  'dist/public',
  'dist/render',
  'dist/node',
  'web/public/overlay-away.html',
]

await launch(async () => {
  const { values } = parseArgs({ options: { folder: { type: 'string' } } })
  await prepare()
  const name = `brimful-${readVersion()}`
  const folder = values.folder ?? join('dist/release', name)
  await printProgress(`Making ${folder}`, async () => fill(folder))
  if (values.folder) return
  const archive = pack(folder)
  print(`${archive} (${Math.round(readFileSync(archive).length / 1e6)} MB)`)
})

/** Returns the version of package.json; behind it `-next` as long as the changelog has entries that are in no version. */
function readVersion() {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  const [, unreleased = ''] =
    /^## \[Unreleased\]\n([^]*?)^## \[/m.exec(readFileSync('CHANGELOG.md', 'utf8')) ?? []
  return unreleased.includes('\n- ') ? `${version}-next` : version
}

/** @param {string} folder */
function fill(folder) {
  rmSync(folder, { recursive: true, force: true })
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(file, join(folder, file), { recursive: true })
  }
  const loaded = findLoaded('dist/node')
  for (const path of loaded) {
    const nested = join(path, 'node_modules')
    cpSync(path, join(folder, path), { recursive: true, filter: (source) => source !== nested })
  }
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  const contained = listNeeded([...Object.keys(dependencies), ...listBundledInPages()])
  writeFileSync(join(folder, 'THIRD-PARTY-NOTICES.txt'), toNotices(contained))
}

/** Lists the packages that the pages' source imports. */
function listBundledInPages() {
  const sources = ['web/src', 'overlay/src'].flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' }).map((file) => join(root, file)),
  )
  const code = sources
    .filter((file) => /(?<!\.test)\.(tsx?|css)$/.test(file))
    .map((file) => readFileSync(file, 'utf8'))
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  return Object.keys(devDependencies).filter((name) =>
    code.some((text) => new RegExp(`['"]${name}[/'"]`).test(text)),
  )
}

/**
 * Packs a folder so that the same files give the same archive (https://reproducible-builds.org/docs/archives/), and writes its
 * checksum beside it. Returns the path of the archive.
 * @param {string} folder
 */
function pack(folder) {
  const archive = `${folder}-${process.platform}-${process.arch}.tar.gz`
  const order = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--mtime=@0']
  const { status, stderr } = spawnSync(
    'tar',
    [...order, '-C', dirname(folder), '-czf', archive, basename(folder)],
    { encoding: 'utf8', env: { ...process.env, GZIP: '-n' } },
  )
  if (status !== 0) throw new SetupError(`tar could not make ${archive}: ${stderr.trim()}`)
  const sum = createHash('sha256').update(readFileSync(archive)).digest('hex')
  writeFileSync(`${archive}.sha256`, `${sum}  ${basename(archive)}\n`)
  return archive
}
