// @ts-check
/**
 * `npm run sbom -- PATH` writes the packages of package-lock.json as CycloneDX 1.5 (https://cyclonedx.org/docs/1.5/json/). What serves and
 * what browsers get is built from them; the property `cdx:npm:package:development` marks those that package.json names for building and
 * testing. They include the packages of the pages. The same lock gives the same file with npm 10 and 11.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { explain } from './console.mjs'
import { readNpm } from './read-npm.mjs'

/**
 * @typedef {{ name: string, value: string }} Property
 * @typedef {{ 'bom-ref': string, name: string, scope?: string, properties?: Property[] }} Component
 * @typedef {{ ref: string, dependsOn: string[] }} Dependency
 * @typedef {object} Sbom
 * @property {string} $schema
 * @property {string} bomFormat
 * @property {string} specVersion
 * @property {number} version
 * @property {{ component: Component }} metadata
 * @property {Component[]} components
 * @property {Dependency[]} dependencies
 */

/** Writes the components to a file. @param {string} path */
async function writeSbom(path) {
  // npm refuses to list optional packages of the build for other machines, whose demands on each other do not fit.
  const [serving, building] = [await readSbom('dev'), await readSbom('optional')]
  const sbom = normalize({
    ...serving,
    components: [...serving.components, ...building.components],
    dependencies: [...serving.dependencies, ...building.dependencies],
  })
  writeFileSync(path, `${JSON.stringify(sbom, null, 2)}\n`)
  console.log(`${path} has ${sbom.components.length} packages.`)
}

/**
 * @param {'dev' | 'optional'} omitted
 * @returns {Promise<Sbom>}
 */
async function readSbom(omitted) {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--omit', omitted]
  return /** @type {Sbom} */ (await readNpm(args))
}

/**
 * Leaves out what differs between two runs, two releases of npm and two folders: the serial number, the time, npm itself, the places in
 * node_modules, and that npm 10 repeats a package for each place, with its scope there.
 * @param {Sbom} sbom
 */
function normalize({ $schema, bomFormat, specVersion, version, metadata, components, dependencies }) {
  const { name } = JSON.parse(readFileSync('package.json', 'utf8'))
  /** @type {Map<string, Component>} */
  const byRef = new Map()
  for (const component of components) {
    const found = byRef.get(component['bom-ref'])
    byRef.set(component['bom-ref'], withoutPlace(component, found))
  }
  /** @type {Map<string, Set<string>>} */
  const needs = new Map()
  for (const { ref, dependsOn } of dependencies)
    needs.set(ref, new Set([...(needs.get(ref) ?? []), ...dependsOn]))
  return {
    $schema,
    bomFormat,
    specVersion,
    version,
    metadata: { component: { ...withoutPlace(metadata.component), name } },
    components: inOrder([...byRef.values()], (one) => one['bom-ref']),
    dependencies: inOrder(
      [...needs].map(([ref, dependsOn]) => ({ ref, dependsOn: inOrder([...dependsOn], String) })),
      ({ ref }) => ref,
    ),
  }
}

/**
 * Returns a package under its own name instead of an alias, with the properties that it has at each of its places.
 * @param {Component} component
 * @param {Component} [found] The same package at another place.
 */
function withoutPlace({ properties = [], scope: _, ...component }, found) {
  const ref = component['bom-ref']
  const own = properties.filter(({ name }) => name !== 'cdx:npm:package:path')
  const kept = own.filter((one) => !found || found.properties?.some(({ name }) => name === one.name))
  return { ...component, name: ref.slice(0, ref.lastIndexOf('@')), properties: kept }
}

/**
 * @template T
 * @param {T[]} items
 * @param {(item: T) => string} keyOf
 */
function inOrder(items, keyOf) {
  return items.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
}

const [path] = process.argv.slice(2)
try {
  if (!path) throw new TypeError('Usage: npm run sbom -- PATH')
  await writeSbom(path)
} catch (error) {
  console.error(error instanceof TypeError ? error.message : explain(error))
  process.exitCode = 1
}
