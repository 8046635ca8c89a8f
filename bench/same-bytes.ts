// The floor: a bare node:http server that answers everything with the same bytes and headers.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { takeOrders } from '#measure/child.ts'

export type SameBytes = { headers: string[]; body: string }

takeOrders(async ({ headers, body }: SameBytes): Promise<number> => {
  const bytes = Buffer.from(body)
  const server = createServer((_request, response) => {
    response.writeHead(200, headers)
    response.end(bytes)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return (server.address() as AddressInfo).port
})
