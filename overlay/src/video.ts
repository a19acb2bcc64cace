/** Plays creators' videos, silently and again and again. The page loads this file when a style has one. */

/** Resolves to what draws a video, once it is known that this browser plays it; rejects if it does not. */
export async function openVideo(video: Blob): Promise<() => HTMLElement> {
  const probe = document.createElement('video')
  const address = URL.createObjectURL(video)
  try {
    await new Promise((resolve, reject) => {
      probe.onloadeddata = resolve
      probe.onerror = () => reject(new Error(`The video cannot be played: ${probe.error?.message}`))
      probe.muted = true
      probe.preload = 'auto'
      probe.src = address
    })
  } finally {
    probe.removeAttribute('src')
    URL.revokeObjectURL(address)
  }
  return () => createVideo(video)
}

/**
 * Returns an element that plays a video. Browsers pause one that leaves the page
 * (https://html.spec.whatwg.org/multipage/media.html#playing-the-media-resource), and its address is freed then: until then each
 * repetition reads it.
 */
function createVideo(video: Blob): HTMLElement {
  const element = document.createElement('video')
  const address = URL.createObjectURL(video)
  Object.assign(element, {
    muted: true,
    loop: true,
    autoplay: true,
    playsInline: true,
    disablePictureInPicture: true,
  })
  element.onpause = () => {
    if (!element.isConnected) URL.revokeObjectURL(address)
  }
  element.src = address
  return element
}
