import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { WebSocket } from 'ws'
import { cast } from '#demo/cast.ts'
import { startNode, testApp } from '#server/testing/app.ts'
import { SHUTDOWN_SENTENCE } from './listen.ts'

const kontor = await testApp()
after(() => kontor[Symbol.asyncDispose]())
const { cookie = '' } = await kontor.as(cast.clara)

/** A listening node, and an agent with keep-alive connections. */
async function listeningNode() {
  const node = await startNode(kontor.database.connection)
  const { port } = await node.listen()
  const agent = new Agent({ keepAlive: true })
  const ask = async (path: string) => {
    const outgoing = request({ port, host: '127.0.0.1', path, agent, headers: { cookie } }).end()
    const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage]
    const { statusCode: status, headers } = incoming
    return { status, connection: headers.connection, body: await text(incoming) }
  }
  return { ...node, port, ask, agent }
}

test('a node that is about to end is not ready, answers everything well, and each answer is the last of its connection', async () => {
  const node = await listeningNode()
  for (let times = 0; times < 2; times++)
    assert.equal((await node.ask('/users/current/')).connection, 'keep-alive')
  const over = node.app.drain.begin(300)
  const { status, body } = await node.ask('/health/ready')
  assert.deepEqual([status, JSON.parse(body).details], [503, SHUTDOWN_SENTENCE])
  for (const path of ['/health/live', '/users/current/', '/groups/', '/nowhere/']) {
    const answer = await node.ask(path)
    assert.deepEqual([answer.status === 503, answer.connection], [false, 'close'], path)
  }
  node.app.drain.cutShort()
  await over
  node.agent.destroy()
  await node.stop()
})

test('what was asked in the last moment is answered, and not refused because the node ends', async () => {
  const node = await listeningNode()
  const accepted = once(node.app.server, 'connection')
  const socket = connect({ port: node.port, host: '127.0.0.1' })
  const [ours] = (await accepted) as [Socket]
  // The request is still incomplete when the shutdown begins.
  socket.write('GET /status/ HTTP/1.1\r\nHost: kontor\r\n')
  while (ours.bytesRead === 0) await later()
  const over = node.app.drain.begin(300)
  node.app.drain.cutShort()
  await over
  const ended = node.stop()
  while (node.app.server.listening) await later()
  socket.write('\r\n')
  assert.match(await text(socket), /^HTTP\/1\.1 200 OK\r\n[^]*connection: close/i)
  await ended
})

test('open rooms are told that their node ends when nothing can come back to it any more', async () => {
  const node = await listeningNode()
  await kontor.as(cast.clara).then((clara) => clara.send('PUT', '/groups/custom/Abschied/'))
  const clara = await kontor.userId(cast.clara)
  await kontor.as(cast.clara).then((admin) => admin.send('PUT', `/users/${clara}/groups/Abschied/`))
  const { id } = await kontor.kontor.db
    .selectFrom('groups')
    .where('name', '=', 'Abschied')
    .select('id')
    .executeTakeFirstOrThrow()
  const web = new WebSocket(`ws://127.0.0.1:${node.port}/chat/groups/${id}/`, { headers: { cookie } })
  await once(web, 'message')
  const closed = once(web, 'close').then(([code]) => ({ code, wasListening: node.app.server.listening }))
  await node.stop()
  assert.deepEqual(await closed, { code: 1001, wasListening: false })
})

const later = () => new Promise(setImmediate)
