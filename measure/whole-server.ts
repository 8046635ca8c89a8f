// The complete server on a real port, with the browser part, the demo's people and a list of its routes.
import { channel } from 'node:diagnostics_channel'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '#server/app.ts'
import type { Kontor } from '#server/kontor.ts'
import { testApp } from '#server/testing/app.ts'
import { checkAnswersAgainstContract } from '#server/testing/described.ts'
import { connectTo } from './ask.ts'

type Route = { method: string; url: string }
export type Whole = Awaited<ReturnType<typeof wholeServer>>

export async function wholeServer(settings: Record<string, string> = {}) {
  const world = await testApp(settings)
  // Jobs stay queued, so that work after an accepted call is not mistaken for writes of a refused one.
  await world.worker.stop()
  const server = await serve(world.served)
  return {
    ...server,
    kontor: world.served,
    database: world.database,
    userId: world.userId,
    async [Symbol.asyncDispose]() {
      await server.stop()
      await world[Symbol.asyncDispose]()
    },
  }
}

/** A second server on the same database, with the contract in its present state. */
export async function serve(kontor: Kontor, extend: (app: FastifyInstance) => void = () => {}) {
  const web = await smallWeb()
  const { app, routes } = await withRoutes(() => buildApp(kontor, { webFolder: web }))
  const undescribed = checkAnswersAgainstContract(app)
  extend(app)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const { ask, close } = connectTo(port)
  return {
    app,
    port,
    ask,
    routes,
    async stop() {
      close()
      await app.close()
      await rm(web, { recursive: true })
      undescribed.check()
    },
  }
}

/** Fastify announces each instance before its first route, so no route is missed. */
async function withRoutes(build: () => Promise<FastifyInstance>) {
  const routes: Route[] = []
  const onInstance = (message: unknown) => {
    ;(message as { fastify: FastifyInstance }).fastify.addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat()) routes.push({ method: one, url })
    })
  }
  const initialization = channel('fastify.initialization')
  initialization.subscribe(onInstance)
  try {
    return { app: await build(), routes }
  } finally {
    initialization.unsubscribe(onInstance)
  }
}

async function smallWeb(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kontor-web-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Kontor</title>')
  await writeFile(join(folder, 'assets/app.js'), 'export {}')
  await writeFile(join(folder, 'sw.js'), '')
  await writeFile(join(folder, 'manifest.webmanifest'), '{}')
  return folder
}
