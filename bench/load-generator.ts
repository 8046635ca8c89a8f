// Sends a few requests in turn over keep-alive connections. Each connection waits for its answer before the
// next request.
import { connect } from 'node:net'
import { serveOrders } from '#measure/child.ts'

/** Without `ms`, each request is sent once. */
export type LoadOrder = { port: number; requests: readonly string[]; connections: number; ms?: number }
export type LoadAnswer = { requests: number; failures: number; busy: number }

serveOrders(async ({ port, requests, connections, ms }: LoadOrder): Promise<LoadAnswer> => {
  const before = process.cpuUsage()
  const begin = performance.now()
  let asked = 0
  const next = () => {
    const isOver = ms === undefined ? asked === requests.length : performance.now() >= begin + ms
    return isOver ? undefined : requests[asked++ % requests.length]
  }
  const counts = await Promise.all(Array.from({ length: connections }, () => ask(port, next)))
  const { user, system } = process.cpuUsage(before)
  return {
    requests: counts.reduce((sum, { requests }) => sum + requests, 0),
    failures: counts.reduce((sum, { failures }) => sum + failures, 0),
    busy: (user + system) / 1_000 / (performance.now() - begin),
  }
})

function ask(port: number, next: () => string | undefined) {
  return new Promise<{ requests: number; failures: number }>((resolve, reject) => {
    const goOn = () => {
      const request = next()
      if (request === undefined) socket.end()
      else socket.write(request)
    }
    const socket = connect(port, '127.0.0.1', goOn)
    const count = { requests: 0, failures: 0 }
    let pending = ''
    socket.setNoDelay(true).setEncoding('latin1')
    socket.on('error', reject)
    socket.on('close', () => resolve(count))
    socket.on('data', (piece: string) => {
      pending += piece
      const size = sizeOf(pending)
      if (size === undefined || pending.length < size) return
      if (pending.startsWith('HTTP/1.1 200')) count.requests++
      else count.failures++
      pending = pending.slice(size)
      goOn()
    })
  })
}

/** Size in bytes of the first answer in the text; undefined until its headers are complete. */
function sizeOf(text: string): number | undefined {
  const head = text.indexOf('\r\n\r\n')
  if (head < 0) return undefined
  return head + 4 + Number(/\r\ncontent-length: (\d+)/i.exec(text.slice(0, head))?.[1] ?? 0)
}
