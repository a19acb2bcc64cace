/** The code of each widget, which a page loads only if it shows the widget. */
import type { ShowWidget } from './widget.ts'

const files = import.meta.glob<{ show: ShowWidget }>(['./widgets/*.ts', '!./widgets/*.test.ts'])

/** Returns what loads the code of a widget, by the name in its address; undefined if there is no such widget. */
export function findWidget(name: string): (() => Promise<{ show: ShowWidget }>) | undefined {
  return files[`./widgets/${name === 'recent' ? 'top' : name}.ts`] // both are boards
}
