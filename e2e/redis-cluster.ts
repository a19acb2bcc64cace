/** Runs a Redis Cluster of three nodes for one test. */
import { expect } from 'vitest'
import { findTestPort } from '../db/test-port.fixture.ts'
import { startRedisServer } from './redis-server.ts'

const slots = 16_384
const nodeCount = 3

/** Starts three nodes that share the slots; resolves once all of them know it. https://redis.io/docs/latest/operate/oss_and_stack/management/scaling/ */
export async function startRedisCluster() {
  const nodes: Awaited<ReturnType<typeof startNode>>[] = []
  for (let i = 0; i < nodeCount; i++) nodes.push(await startNode()) // one by one, because each looks for free ports
  const stop = () => Promise.all(nodes.map((node) => node[Symbol.asyncDispose]()))
  try {
    for (const [i, { client }] of nodes.entries()) {
      const [from, to] = [i, i + 1].map((part) => Math.floor((part * slots) / nodeCount)) as [number, number]
      await client.call('CLUSTER', 'ADDSLOTSRANGE', from, to - 1)
      for (const { port, busPort } of nodes) await client.call('CLUSTER', 'MEET', '127.0.0.1', port, busPort)
    }
    for (const { client } of nodes)
      await expect.poll(() => client.cluster('INFO')).toMatch(/cluster_state:ok[^]*known_nodes:3/)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    url: `redis-cluster://127.0.0.1:${nodes[0]!.port}?node=127.0.0.1:${nodes[1]!.port}`,
    nodes,
    /** Returns the node that holds a key. */
    async holderOf(key: string) {
      const slot = await nodes[0]!.client.cluster('KEYSLOT', key)
      return nodes[Math.min(Math.floor((slot * nodeCount) / slots), nodeCount - 1)]!
    },
    async [Symbol.asyncDispose]() {
      await stop()
    },
  }
}

async function startNode() {
  const busPort = await findTestPort()
  const settings = [
    '--cluster-enabled',
    'yes',
    '--cluster-port',
    String(busPort),
    '--cluster-node-timeout',
    '2000',
  ]
  const server = await startRedisServer(settings)
  return { ...server, busPort, port: Number(new URL(server.url).port) }
}
