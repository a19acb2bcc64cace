/** Measures how much JavaScript a page loads at first, as a server sends it: each file gzipped on its own. */
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import type { Rolldown } from 'vite'
import { listFirstLoad } from '../scripts/first-load.ts'

/**
 * The baseline of each page: code that only calls every library function that the page uses, so that its build contains just the
 * libraries.
 */
const skeletons = {
  overlay: `import { io } from 'socket.io-client'; io('/alerts')`,
  site: `import { createElement } from 'react'
    import { createRoot } from 'react-dom/client'
    import { BrowserRouter, Link, Navigate, NavLink, Outlet, Route, Routes } from 'react-router-dom'
    import { useLocation, useNavigate, useOutletContext, useParams, useSearchParams } from 'react-router-dom'
    const parts = { BrowserRouter, Link, Navigate, NavLink, Outlet, Route, Routes }
    globalThis.hooks = [useLocation, useNavigate, useOutletContext, useParams, useSearchParams]
    createRoot(document.body).render(Object.values(parts).map((part) => createElement(part)))`,
}

type Built = Awaited<ReturnType<typeof build>>

const builds = new Map<string, Promise<Built>>()

/** Builds the site or the overlay with its own configuration, without writing files; each only once. */
function buildOnce(which: keyof typeof skeletons): Promise<Built> {
  const configFile = which === 'overlay' ? 'build/vite.overlay.config.ts' : 'build/vite.config.ts'
  const built = builds.get(which) ?? build({ configFile, logLevel: 'silent', build: { write: false } })
  builds.set(which, built)
  return built
}

/** Returns the JavaScript files of the site or the overlay. */
export async function buildPages(which: keyof typeof skeletons): Promise<Rolldown.OutputChunk[]> {
  return chunksOf(await buildOnce(which))
}

/** Returns the gzipped bytes of the stylesheet that every page of the site waits for. */
export async function sizeOfSiteStyles(): Promise<number> {
  const built = await buildOnce('site')
  if (!('output' in built)) throw new Error('Expected the output of a single build')
  const style = built.output.find(({ fileName }) => /(^|\/)style-[^/]*\.css$/.test(fileName))
  if (style?.type !== 'asset') throw new Error('The site has no stylesheet')
  return gzipSync(style.source).length
}

/** Returns the gzipped bytes of a page's libraries alone. */
export async function sizeOfLibraries(which: keyof typeof skeletons): Promise<number> {
  const id = '\0skeleton'
  const result = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'skeleton',
        resolveId: (source) => (source === 'skeleton' ? id : undefined),
        load: (requested) => (requested === id ? skeletons[which] : undefined),
      },
    ],
    build: {
      write: false,
      target: 'chrome105',
      modulePreload: false,
      rolldownOptions: { input: 'skeleton' },
    },
  })
  return sum(chunksOf(result))
}

/** Returns the gzipped bytes that a browser loads with these modules. */
export function sizeOfFirstLoad(chunks: Rolldown.OutputChunk[], modules: string[]): number {
  return sum(listFirstLoad(chunks, modules))
}

function chunksOf(result: Built): Rolldown.OutputChunk[] {
  if (!('output' in result)) throw new Error('Expected the output of a single build')
  return result.output.filter((part) => part.type === 'chunk')
}

function sum(chunks: Rolldown.OutputChunk[]): number {
  return chunks.reduce((bytes, { code }) => bytes + gzipSync(code).length, 0)
}
