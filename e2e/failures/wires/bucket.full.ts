/** Tests what happens to uploaded pictures while the connection to their S3 bucket is broken. */
import { describe, expect, test } from 'vitest'
import { expectTipsDespite, faults } from '../faulty-wires.ts'
import type { Fault } from '../faulty-wires.ts'
import { setUpProxiedProduct } from '../fixture.ts'
import { backends } from '../proxied-product.ts'
import { openUploader } from '../uploader.ts'

describe('with pictures in a bucket', () => {
  const fixture = setUpProxiedProduct(backends[0]!)
  const statusOf = async (path: string) => (await fetch(fixture.product.url + path)).status

  test.each(Object.keys(faults) as Fault[])(
    'a picture is stored or refused in time while the bucket %s, and stored afterwards',
    async (fault) => {
      const { bucket } = fixture.product.proxies
      const upload = await openUploader(fixture)
      let before: string | undefined
      // The first upload after the previous fault may be refused, because a connection from that time may still be in use.
      await expect.poll(async () => (before = await upload())).toMatch(/^\/media\//)
      expect(await statusOf(before!)).toBe(200)

      const { lift } = faults[fault](bucket)
      await Promise.all([upload(), upload(), statusOf(before!)])
      lift()
      await expect.poll(upload).toMatch(/^\/media\//)

      await expectTipsDespite(fixture, { own: ['S3'], fault, faultMs: 2_000, isStopping: false })
    },
  )
})
