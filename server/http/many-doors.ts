// One port with many doors. Node lets in one connection at each turn of its loop; a turn of a busy server takes 10
// ms, so that of thousands who come at once, as after a restart, a hundred would come in in a second, and all others
// wait unseen. So the port is opened several times, each with a queue of its own in the system (SO_REUSEPORT), and at
// each turn one comes in by each of them.
import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, createServer, type Server as Door, type ListenOptions } from 'node:net'

const DOORS = 32

/**
 * The server does not listen itself: its connections are handed to it, and whoever asks about its port hears of the
 * doors.
 */
export function withManyDoors(server: Server): Server {
  let doors: Door[] = []
  const openAll = async (options: ListenOptions) => {
    try {
      doors = await openDoors(server, options)
    } catch (error) {
      server.emit('error', error)
      return
    }
    server.emit('listening')
  }
  const listen = (options: ListenOptions) => {
    void openAll(options)
    return server
  }
  const end = server.close.bind(server)
  /** Over when the last who came in by any of them has gone. */
  const close = (done?: (error?: Error) => void) => {
    let open = doors.length
    // That it did not listen itself is no error.
    const finish = () => end(() => done?.())
    for (const door of doors) door.close(() => --open === 0 && finish())
    if (open === 0) finish()
    doors = []
    server.closeIdleConnections()
    return server
  }
  Object.defineProperty(server, 'listening', { get: () => doors.length > 0 })
  return Object.assign(server, { listen, close, address: () => doors[0]?.address() ?? null })
}

async function openDoors(server: Server, { host, port, path, backlog }: ListenOptions): Promise<Door[]> {
  const open = async (options: ListenOptions) => {
    const door = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
      server.emit('connection', socket),
    )
    door.listen({ backlog, ...options })
    await once(door, 'listening')
    return door.on('error', (error) => server.emit('error', error))
  }
  // A socket of the file system has one.
  if (path !== undefined) return [await open({ path })]
  // A port with several doors would let another program of this user open some beside them.
  if (port !== 0) await tryAlone({ host, port })
  let first: Door
  try {
    first = await open({ host, port, reusePort: true })
  } catch (error) {
    if (!isUnknownHere(error)) throw error
    return [await open({ host, port })]
  }
  const doors = [first]
  const same = { host, port: (first.address() as AddressInfo).port, reusePort: true }
  try {
    while (doors.length < DOORS) doors.push(await open(same))
  } catch (error) {
    for (const door of doors) door.close()
    throw error
  }
  return doors
}

/** Fails where anybody has the port. */
async function tryAlone(options: ListenOptions) {
  const door = createServer().listen(options)
  await once(door, 'listening')
  door.close()
  await once(door, 'close')
}

/** Not every system knows several doors: there it is one. */
const isUnknownHere = (error: unknown) =>
  ['ENOTSUP', 'ENOPROTOOPT'].includes((error as NodeJS.ErrnoException).code ?? '')
