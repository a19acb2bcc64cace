/** How an overlay page in the frame of an editor, of styles or of the scene, talks with it. */
import type { PreviewReport } from '../../contract/alerts/alert-preview.ts'
import type { FromScenePage } from '../../contract/alerts/scene-preview.ts'

interface Schema<T> {
  safeParse(data: unknown): { success: true; data: T } | { success: false }
}

/** Calls a function with each message of the editor: of the page's own origin, from the page around it, and as the schema says. */
export function listenToEditor<T>(schema: Schema<T>, show: (message: T) => void): void {
  addEventListener('message', ({ origin, source, data }: MessageEvent<unknown>) => {
    if (origin !== location.origin || source !== parent) return
    const message = schema.safeParse(data)
    if (message.success) show(message.data)
  })
}

export function sendToEditor(report: PreviewReport | FromScenePage): void {
  parent.postMessage(report, location.origin)
}
