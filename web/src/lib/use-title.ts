import { useEffect } from 'react'

/** Names the page in the browser's tab: `Mira Vale · Brimful`. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ? `${title} · Brimful` : 'Brimful'
  }, [title])
}
