import { useState } from 'react'
import type { ImgHTMLAttributes, ReactNode } from 'react'

interface PictureProps extends Omit<ImgHTMLAttributes<HTMLImageElement>, 'src'> {
  src: string | null | undefined
  fallback?: ReactNode
}

/** An image without alternative text, or the fallback when it is missing or does not load. */
export function Picture({ src, fallback = null, ...others }: PictureProps) {
  const [brokenSrc, setBrokenSrc] = useState<string | null>(null)
  if (!src || src === brokenSrc) return fallback
  return <img alt="" {...others} src={src} onError={() => setBrokenSrc(src)} />
}
