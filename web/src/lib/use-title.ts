import { useEffect } from 'react'

/** Sets the document's title: `Mira Vale · Brimful`. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ? `${title} · Brimful` : 'Brimful'
  }, [title])
}
