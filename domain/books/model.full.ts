import { expect, test } from 'vitest'
import { checkDeliveries } from './test-model.ts'

test('tens of thousands of random deliveries end in the books of the reference', async () => {
  // In pieces, each in a database of its own: what is checked at the end of each stays small.
  for (let piece = 0; piece < 20; piece += 1) expect(await checkDeliveries(1000)).toEqual([])
})
