/**
 * The scene: a creator's alert and widgets in one page, over one connection, where the creator has put them. As the studio's canvas it
 * shows what the studio sends.
 */
import { toggleWrongAddress } from './dom.ts'
import { openAlertLayer } from './alert-layer.ts'
import { parseQuery } from './page-query.ts'
import type { PageQuery } from './page-query.ts'
import { reloadOnce } from './reload-once.ts'
import { shareFeed } from './scene-feed.ts'
import { openLayers } from './scene-layers.ts'
import { connectWidget } from './widget.ts'

const query = parseQuery(location.search, location.hash)
if (location.search === '?editor') void import('./scene-preview.ts')
else if (query) showScene(query)
else toggleWrongAddress(true)

function showScene(address: PageQuery): void {
  const feed = connectWidget(address, 'scene')
  const layers = openLayers(shareFeed(feed), (kind) => void reloadOnce(`widget ${kind}`))
  const alerts = openAlertLayer(address)
  let version = 0
  feed.on('scene', (scene) => {
    if (scene.version < version) return // messages of two servers can overtake each other
    version = scene.version
    layers.show(scene.layers)
    alerts.follow(scene)
  })
  void import('./emoji.ts').then(({ watchEmoji }) => watchEmoji())
}
