/** Puts the layers of a scene into the page, and keeps each inside the picture. */
import type { LayerKind, maxPlace, SceneLayer } from '../../contract/alerts/scene.ts'
import { find } from './dom.ts'
import { placeOf } from './place-of.ts'
import type { OpenFeed } from './widget.ts'
import { findWidget } from './widget-files.ts'

export interface Layers {
  /** Shows these layers, from the back to the front. Those that stay move, and keep what they show. */
  show(layers: readonly SceneLayer[]): void
}

interface Drawn {
  element: HTMLElement
  /** What its widget shows. */
  parameters: string
}

/** The contract's `maxPlace` in per cent of the free space, which only its type brings here. */
const placesPerPercent = (10_000 satisfies typeof maxPlace) / 100

/**
 * `openIn` opens the feed of a widget in an element. `onMissing` is called if the file of a widget cannot be loaded, and `onFit` after
 * layers may have another size.
 */
export function openLayers(
  openIn: (element: HTMLElement) => OpenFeed,
  onMissing: (kind: LayerKind) => void,
  onFit: () => void = () => {},
): Layers {
  const drawn = new Map<LayerKind, Drawn>()
  const sizes = new ResizeObserver(fitAll)
  addEventListener('resize', fitAll)

  function fitAll(): void {
    for (const { element } of drawn.values()) fit(element)
    onFit()
  }

  function draw({ kind, parameters }: SceneLayer): Drawn {
    if (kind === 'alert') return { element: find(document, '#alert'), parameters: '' }
    const element = createElement(kind)
    document.body.append(element)
    sizes.observe(element)
    const params = new URLSearchParams({ widget: kind, ...parameters })
    findWidget(kind)!().then(
      ({ show }) => element.isConnected && show(element, openIn(element), params),
      () => onMissing(kind),
    )
    return { element, parameters: JSON.stringify(parameters) }
  }

  /** Removes the element of a layer that is to show something else now. */
  function clear({ kind, parameters }: SceneLayer): void {
    const known = drawn.get(kind)
    if (!known || kind === 'alert' || known.parameters === JSON.stringify(parameters)) return
    sizes.unobserve(known.element)
    known.element.remove()
    drawn.delete(kind)
  }

  return {
    show(layers) {
      for (const [i, layer] of layers.entries()) {
        clear(layer)
        const found = drawn.get(layer.kind) ?? (layer.isVisible ? draw(layer) : undefined)
        if (!found) continue
        drawn.set(layer.kind, found)
        put(found.element, layer, i)
      }
      fitAll()
    },
  }
}

function createElement(kind: LayerKind): HTMLElement {
  const element = document.createElement('section')
  element.className = `layer ${kind === 'top' || kind === 'recent' ? 'board' : kind}`
  element.dataset['layer'] = kind
  if (kind === 'timer') element.role = 'timer'
  return element
}

function put(element: HTMLElement, layer: SceneLayer, order: number): void {
  const [x, y] = [layer.x / placesPerPercent, layer.y / placesPerPercent]
  const values = {
    '--x': `${x}%`,
    '--y': `${y}%`,
    '--before': `${x}fr`,
    '--after': `${100 - x}fr`,
    '--above': `${y}fr`,
    '--below': `${100 - y}fr`,
    'z-index': String(order),
  }
  for (const [name, value] of Object.entries(values)) element.style.setProperty(name, value)
  element.dataset['place'] = placeOf(layer)
  element.dataset['scale'] = String(layer.scale / 100)
  element.hidden = !layer.isVisible
}

/** Gives a layer its size, or the greatest one in which it is inside the picture. */
function fit(element: HTMLElement): void {
  const { offsetWidth, offsetHeight, dataset } = element
  const most = Math.min(innerWidth / offsetWidth, innerHeight / offsetHeight) // infinite while it is empty or hidden
  element.style.setProperty('--scale', String(Math.min(Number(dataset['scale']), most)))
}
