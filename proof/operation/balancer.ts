// A small load balancer, as an operator has one before several servers: in turn to those that are in, no second tries.
import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export type Balancer = Awaited<ReturnType<typeof startBalancer>>

export async function startBalancer() {
  const agent = new Agent({ keepAlive: true })
  const nodes: number[] = []
  const busy = new Map<number, number>()
  let turn = 0
  const next = () => nodes[turn++ % nodes.length]

  const server = createServer((incoming, answer) => {
    const port = next()
    if (port === undefined) {
      answer.writeHead(502).end()
      return
    }
    busy.set(port, (busy.get(port) ?? 0) + 1)
    answer.once('close', () => busy.set(port, (busy.get(port) ?? 1) - 1))
    passOn(incoming, answer, port, agent)
  })
  server.on('upgrade', (incoming: IncomingMessage, client: Socket, head: Buffer) => {
    client.on('error', () => client.destroy())
    const port = next()
    if (port === undefined) {
      client.destroy()
      return
    }
    const upstream = connect(port, '127.0.0.1')
    upstream.on('error', () => client.destroy())
    client.once('close', () => upstream.destroy())
    upstream.once('close', () => client.destroy())
    const lines: string[] = []
    for (let at = 0; at < incoming.rawHeaders.length; at += 2)
      lines.push(`${incoming.rawHeaders[at]}: ${incoming.rawHeaders[at + 1]}`)
    upstream.write(`GET ${incoming.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
    upstream.write(head)
    upstream.pipe(client).pipe(upstream)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    port: (server.address() as AddressInfo).port,
    add(port: number) {
      nodes.push(port)
    },
    /** Gets nothing new; settles when what it had is answered. Live connections stay until it ends them. */
    async drain(port: number) {
      nodes.splice(nodes.indexOf(port), 1)
      while ((busy.get(port) ?? 0) > 0) await sleep(5)
    },
    close() {
      server.close()
      server.closeAllConnections()
      agent.destroy()
    },
  }
}

function passOn(incoming: IncomingMessage, answer: ServerResponse, port: number, agent: Agent) {
  const { method, url, headers } = incoming
  const outgoing = request({ agent, host: '127.0.0.1', port, method, path: url, headers }, (answered) => {
    answer.writeHead(answered.statusCode ?? 502, answered.rawHeaders)
    answered.pipe(answer)
  })
  outgoing.on('error', () => (answer.headersSent ? answer.destroy() : answer.writeHead(502).end()))
  incoming.pipe(outgoing)
}
