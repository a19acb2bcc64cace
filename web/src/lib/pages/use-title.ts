import { useEffect } from 'react'

/** Sets the document's title: `Mira Vale · Brimful`; `''` is the site's own. While it is undefined, the title stays. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) document.title = title ? `${title} · Brimful` : 'Brimful'
  }, [title])
}
