// Sends hostile files as images to a chat and to a document. Whatever is served afterwards must be a clean image.
import pg from 'pg'
import sharp from 'sharp'
import { cast } from '#demo/cast.ts'
import { type Ask, connectTo, json } from '#measure/ask.ts'
import { insertCrowd, roomPath } from '#measure/crowd.ts'
import { collectGarbage } from '#measure/garbage.ts'
import { privateOf, treeOf } from '#measure/processes.ts'
import { createRandom } from '#planner-simulator/random.ts'
import { testApp } from '#server/testing/app.ts'
import { hostileImages, MARK } from './hostile-image-files.ts'

type ImageReport = { files: number; taken: number }

const PARALLEL_IMAGES = 2
const served: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpeg',
  'image/webp': 'webp',
  'image/gif': 'gif',
}
const refusals = [413, 422]

export async function sendHostileImages(
  count: number,
  seed: number,
  onFile: (name: string, files: number) => void = () => {},
): Promise<ImageReport> {
  const files = await hostileImages(count, createRandom(seed))
  const world = await testApp()
  const { port } = await world.listen()
  const { ask, close } = connectTo(port)
  const pool = new pg.Pool({ ...world.database.connection, max: 2 })
  // Several senders, because the limit per person is lower than `count`.
  const { people, rooms } = await insertCrowd(pool, { people: Math.ceil(count / 10), rooms: 1 })
  const { cookie: admin } = await world.as(cast.clara)
  const docs = await pool.query<{ id: number }>('select id from docs limit 1')
  const places = { room: rooms[0] as number, doc: docs.rows[0]?.id as number, admin: admin as string }
  const report = { files: 0, taken: 0 }
  const waiting = files.values()
  const work = async () => {
    for (const { name, url } of waiting) {
      const { cookie } = people[report.files++ % people.length] as { cookie: string }
      try {
        for (const path of [
          await sendToChat(ask, cookie, places.room, url),
          await sendToDoc(ask, places, url),
        ].flat()) {
          report.taken++
          await verifyServed(port, path.startsWith('/chat') ? cookie : places.admin, path)
        }
        const { status } = await ask({ method: 'GET', path: '/status/' })
        if (status !== 200) throw new Error('the server is not well afterwards')
      } catch (error) {
        throw new Error(name, { cause: error })
      }
      onFile(name, report.files)
    }
  }
  try {
    await Promise.all(Array.from({ length: PARALLEL_IMAGES }, work))
    return report
  } finally {
    close()
    await pool.end()
    await world[Symbol.asyncDispose]()
  }
}

/** Measures peak memory of this process and its children in MB too, and the file that caused it. */
export async function weighHostileImages(count: number, seed: number, onProgress: (line: string) => void) {
  await collectGarbage()
  const taken = () => treeOf(process.pid).reduce((sum, pid) => sum + privateOf(pid), 0)
  const before = taken()
  let most = 0
  const timer = setInterval(() => (most = Math.max(most, taken() - before)), 50)
  const heaviest = { extraMb: 0, hungriest: '' }
  const report = await sendHostileImages(count, seed, (name, files) => {
    if (most > heaviest.extraMb) Object.assign(heaviest, { extraMb: most, hungriest: name })
    if (files % 100 === 0) onProgress(`${files} hostile images sent`)
  })
  clearInterval(timer)
  return { ...report, ...heaviest }
}

async function sendToChat(ask: Ask, cookie: string, room: number, image: string): Promise<string[]> {
  const path = roomPath(room)
  const body = JSON.stringify({ message: '', image })
  const sent = await ask({ method: 'POST', path: `${path}send_message/`, cookie, headers: json, body })
  if (!isTaken(sent)) return []
  const { message_id } = JSON.parse(sent.text) as { message_id: number }
  const list = await ask({ method: 'GET', path: `${path}?before=${message_id + 1}`, cookie })
  const messages = JSON.parse(list.text) as { id: number; image: string }[]
  const address = messages.find(({ id }) => id === message_id)?.image as string
  return [address, `${address}?size=small`]
}

async function sendToDoc(ask: Ask, { doc, admin }: { doc: number; admin: string }, image: string) {
  const body = JSON.stringify({ image })
  const sent = await ask({ method: 'POST', path: `/docs/${doc}/images/`, cookie: admin, headers: json, body })
  return isTaken(sent) ? [(JSON.parse(sent.text) as { src: string }).src] : []
}

function isTaken({ status, text }: { status: number; text: string }): boolean {
  if (status === 200) return true
  if (!refusals.includes(status)) throw new Error(`answered ${status} ${text}`)
  return false
}

async function verifyServed(port: number, cookie: string, path: string) {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { cookie } })
  const bytes = Buffer.from(await answer.arrayBuffer())
  const header = (name: string) => answer.headers.get(name)
  const format = served[header('content-type') ?? '']
  if (answer.status !== 200 || !format)
    throw new Error(`${path} is answered ${answer.status} as ${header('content-type')}`)
  if (header('x-content-type-options') !== 'nosniff')
    throw new Error(`${path} may be taken for something else`)
  if (header('cross-origin-resource-policy') !== 'same-origin') throw new Error(`${path} is for everybody`)
  if (bytes.includes(MARK)) throw new Error(`${path} still holds what was hidden in it`)
  const image = sharp(bytes, { failOn: 'error' })
  const found = await image.metadata()
  if (found.format !== format) throw new Error(`${path} is ${found.format}, and called ${format}`)
  for (const hidden of ['exif', 'icc', 'xmp', 'iptc', 'comments'] as const)
    if (found[hidden] !== undefined) throw new Error(`${path} still tells its ${hidden}`)
  await image.stats()
}
