/** The product as the tests of kills see it. */
import type { Interruption } from '../../db/tcp-proxy.fixture.ts'
import { approve, capture, openOrder } from '../tip-requests.ts'
import type { setUpProxiedProduct } from './fixture.ts'
import type { Killable } from './kills.ts'
import { dueDeliveries, expectOutcome, recordedTips } from './outcome.ts'
import { listJobs } from './proxied-product.ts'

/** Returns the fixture's product, creator and overlay of the running test. Tips are reported by the supporter's browser alone. */
export function killableProduct(fixture: ReturnType<typeof setUpProxiedProduct>): Killable {
  const { product, creator, overlay } = fixture
  const { serverDb, workersDb, workersRedis, overlay: overlayWire } = product.proxies
  const held = (interruption: Interruption) => {
    void fixture.hold(interruption) // so that it ends even if the test fails
    return interruption
  }
  return {
    server: product.server,
    workers: product.workers,
    interrupt: {
      committing: () => held(serverDb.holdResponse(/record_capture/)),
      announcing: () =>
        held((workersRedis ?? workersDb).holdRequest(/(publish|pg_notify)[^]*\\?"kind\\?":\\?"alert/i)),
      sending: (seq) => held(overlayWire.closeBefore(new RegExp(`"seq":${seq}\\b`))),
    },
    async prepare(name) {
      await fixture.setWebhooks('drop')
      const orderId = await openOrder(product, creator, { name })
      await approve(product, orderId)
      return { report: () => capture(product, orderId) }
    },
    recorded: () => recordedTips(product, creator),
    pending: () => dueDeliveries(product, creator),
    queued: () => listJobs(product, 'tip-events', creator),
    async stored() {
      const alerts = product.db.selectFrom('alert').select(['seq', 'shownAt'])
      const rows = await alerts.where('creatorUid', '=', creator.uid).orderBy('seq').execute()
      return rows.filter(({ shownAt }) => shownAt === null).map(({ seq }) => seq)
    },
    shown: () => overlay.shown,
    expectOutcome: (tips) => expectOutcome(fixture, { tips }),
  }
}
