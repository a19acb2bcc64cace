import { m } from '../../../i18n/compiled/messages.js'

/** Shown instead of a page that has failed. It needs nothing of the page: its button and link load a document. */
export function PageFailed() {
  return (
    <main role="alert" className="mx-auto flex max-w-lg flex-col items-center px-4 py-16 text-center">
      <h1 className="text-3xl">{m.page_failed_title()}</h1>
      <p className="mt-3 text-lg text-muted">{m.page_failed_text()}</p>
      <p className="mt-8 flex flex-wrap justify-center gap-6 font-semibold">
        <button className="min-h-11 underline" onClick={() => window.location.reload()}>
          {m.page_failed_reload()}
        </button>
        <a href="/" className="inline-flex min-h-11 items-center underline">
          {m.not_found_home()}
        </a>
      </p>
    </main>
  )
}
