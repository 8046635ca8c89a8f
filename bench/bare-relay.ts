// The floor of a chat: a bare ws server that sends everybody what it is told, and writes it to the disk where asked.
import { fdatasyncSync, openSync, writeSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WebSocketServer } from 'ws'
import { takeOrders } from '#measure/child.ts'

export type Relay = { start: true } | { say: string[]; durable?: boolean }

const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false })
const file = openSync(join(tmpdir(), `kontor-relay-${process.pid}`), 'w')
server.on('connection', (client) => client.send('{"type":"messages"}'))

takeOrders(async (order: Relay): Promise<number> => {
  if ('start' in order) return (server.address() as AddressInfo).port
  for (const text of order.say) {
    if (order.durable) {
      writeSync(file, text)
      fdatasyncSync(file)
    }
    for (const client of server.clients) client.send(text)
  }
  return performance.timeOrigin + performance.now()
})
