import { useEffect, useRef, useState } from 'react'
import bundleUrl from 'swagger-ui-dist/swagger-ui-bundle.js?url'
import bundleStyleUrl from 'swagger-ui-dist/swagger-ui.css?url'
import { apiBase, browserPaths } from '../../../../contract/calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { useIsDark } from '../../lib/theme.ts'
import { EmptyNote } from '../../ui/notes.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import ownStyleUrl from './api-reference.css?url'

/** The calls that are open to tools, each with an example, and with a token to try them on one's own account. */
export function ApiReference() {
  const container = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading')
  useEffect(() => {
    const domNode = document.createElement('div')
    container.current?.append(domNode)
    drawReference(domNode, () => setState('shown')).catch(() => setState('failed'))
    return () => domNode.remove()
  }, [])
  useDarkMode()
  return (
    <>
      {/* as high as the screen, so that nothing that can be seen moves when the calls are there */}
      {state === 'loading' && <Skeleton className="h-dvh" />}
      {state === 'failed' && <EmptyNote text={m.api_failed()} />}
      {/* The descriptions are in English, like the names of calls and fields. */}
      <div ref={container} lang="en" className="api-reference" hidden={state !== 'shown'} />
    </>
  )
}

/** Gives Swagger UI its own dark colours while the page is dark. */
function useDarkMode(): void {
  const isDark = useIsDark()
  useEffect(() => {
    const { classList } = document.documentElement
    classList.toggle('dark-mode', isDark)
    return () => classList.remove('dark-mode')
  }, [isDark])
}

async function drawReference(domNode: HTMLElement, onComplete: () => void): Promise<void> {
  // Not imported: the build has one stylesheet, which every page waits for.
  await Promise.all([loadScript(bundleUrl), loadStyle(bundleStyleUrl), loadStyle(ownStyleUrl)])
  window.SwaggerUIBundle?.({
    domNode,
    url: apiBase + browserPaths.toolsOpenapi,
    validatorUrl: null,
    docExpansion: 'list',
    defaultModelsExpandDepth: -1,
    defaultModelRendering: 'example',
    persistAuthorization: false,
    // A call is tried as a tool makes it: with the token alone.
    requestInterceptor: (request) => Object.assign(request, { credentials: 'omit' }),
    onComplete,
  })
}

/** Loads the file as it was published: minified a second time by our build, it hangs as soon as a call is opened. */
function loadScript(src: string): Promise<void> {
  return load(Object.assign(document.createElement('script'), { src }))
}

function loadStyle(href: string): Promise<void> {
  return load(Object.assign(document.createElement('link'), { rel: 'stylesheet', href }))
}

function load(element: HTMLScriptElement | HTMLLinkElement): Promise<void> {
  return new Promise((resolve, reject) => {
    element.addEventListener('load', () => resolve())
    element.addEventListener('error', () => reject(new Error('Swagger UI was not loaded')))
    document.head.append(element)
  })
}
