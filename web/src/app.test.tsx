import type { RouteObject } from 'react-router-dom'
import { expect, test } from 'vitest'
import { isSitePath } from '../../contract/pages/site-paths.ts'
import { getAllCreators, getAllCreatorsForTags } from '../../contract/accounts/account-calls.ts'
import { isPrivatePath } from '../../contract/pages/private-paths.ts'
import { privateRoutes } from './private-app.tsx'
import { loadScreensHere, publicRoutes } from './public-app.tsx'
import { fakeApi } from './test/fake-api.ts'

/** Returns the addresses of all pages, without the route of unknown ones. */
function listPaths(some: RouteObject[], base = ''): string[] {
  return some.flatMap(({ path = '', index, element, children }) => {
    const here = path.startsWith('/') ? path : [base, path].filter(Boolean).join('/')
    if (children) return listPaths(children, here)
    return path === '*' || (!path && !index) || !element ? [] : [here]
  })
}

function pathsOf(some: RouteObject[]): string[] {
  return listPaths(some).map((path) => `/${path.replace(/^\/|\/?:email\?/g, '')}`)
}

test('each page has its route in the documents of its policy, and the one about maintenance in both', () => {
  expect(pathsOf(publicRoutes).filter(isPrivatePath)).toEqual([])
  expect(pathsOf(privateRoutes).filter((path) => !isPrivatePath(path))).toEqual(['/maintenance'])
})

test('the server knows every address that the site has a page for', () => {
  const paths = [...new Set([...publicRoutes, ...privateRoutes].flatMap((route) => pathsOf([route])))]

  const ofCreators = paths.filter((path) => path.startsWith('/:username'))
  const unknown = paths.filter((path) => !ofCreators.includes(path) && !isSitePath(path))

  expect(unknown).toEqual([])
  expect(paths.length).toBeGreaterThan(40)
})

test.each(['/no/such/page', '/dashboard/nothing', '/miravale', '/signup/nothing', '/account/log-in/x'])(
  '%s is no page of its own',
  (path) => {
    expect(isSitePath(path)).toBe(false)
  },
)

test.each([
  ['', [1, 0]],
  ['?tag=synths', [0, 1]],
])('Explore opened with "%s" loads only the list that it shows', async (search, loads) => {
  window.happyDOM.setURL(`http://localhost:3000/explore${search}`)
  const lists = [getAllCreators, getAllCreatorsForTags]
  const api = fakeApi(Object.fromEntries(lists.map(({ path }) => [path, { json: [] }])))

  await loadScreensHere()

  expect(lists.map((list) => api.requestsTo(list).length)).toEqual(loads)
})
