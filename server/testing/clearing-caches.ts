import type { KyselyPlugin } from 'kysely'
import { withPlugin } from '#server/db/connect.ts'
import type { Kontor } from '#server/kontor.ts'

/**
 * Wraps `kontor` for tests that write into the database themselves. Such writes cause no news, so the caches of
 * the server are cleared after each of them. The server itself uses the unwrapped object and has to send its
 * news.
 */
export function withCacheClearing(kontor: Kontor): Kontor {
  const writes = new WeakSet<object>()
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      const isRead =
        node.kind === 'RawNode'
          ? readPattern.test(node.sqlFragments[0] ?? '')
          : node.kind === 'SelectQueryNode'
      if (!isRead) writes.add(queryId)
      return node
    },
    async transformResult({ result, queryId }) {
      if (writes.has(queryId)) kontor.news.forgetEverything()
      return result
    },
  }
  const db = withPlugin(kontor.db, plugin)
  return new Proxy(kontor, {
    get: (served, name) => (name === 'db' ? db : Reflect.get(served, name)),
  })
}

const readPattern = /^\s*(?:select|with|explain|show)\b/i
