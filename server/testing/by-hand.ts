import type { KyselyPlugin } from 'kysely'
import { withPlugin } from '#server/db/connect.ts'
import type { Kontor } from '#server/kontor.ts'

/**
 * For tests that write into the database past the product: of such a change no news tell, so what the server has in
 * memory is forgotten. The server itself works without this: what it changes it has to tell. All else is the server's
 * own.
 */
export function byHand(kontor: Kontor): Kontor {
  const writes = new WeakSet<object>()
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      const isRead =
        node.kind === 'RawNode' ? reading.test(node.sqlFragments[0] ?? '') : node.kind === 'SelectQueryNode'
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

const reading = /^\s*(?:select|with|explain|show)\b/i
