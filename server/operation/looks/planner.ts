// Checks that the staff planner can be reached; none of its data are read.
import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import type { Config } from '#server/config.ts'
import { type Finding, fine, hint, wrong } from '../finding.ts'

const PATIENCE_MS = 5_000

export async function plannerFindings({ planner }: Pick<Config, 'planner'>): Promise<Finding[]> {
  if (!planner) return [hint('Keine Personalplanung ist angeschlossen (PLANNER_URL oder PLANNER_DIR).')]
  return 'folder' in planner ? [await folder(planner.folder)] : [await http(planner)]
}

async function http({ url, token }: { url: URL; token: string }): Promise<Finding> {
  try {
    const { status, body } = await fetch(new URL('users', url.href.endsWith('/') ? url : `${url.href}/`), {
      headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    await body?.cancel()
    return plannerSays(url.host, status)
  } catch (error) {
    const { name, cause } = error as Error
    const code = (cause as { code?: string } | undefined)?.code
    return wrong(
      `Die Personalplanung auf ${url.host} antwortet nicht (${name === 'TimeoutError' ? `nichts in ${PATIENCE_MS / 1_000} Sekunden` : (code ?? (error as Error).message)}).`,
    )
  }
}

export function plannerSays(host: string, status: number): Finding {
  if (status === 401 || status === 403)
    return wrong(`Die Personalplanung auf ${host} nimmt PLANNER_TOKEN nicht an (${status}).`)
  if (status >= 200 && status < 300) return fine(`Die Personalplanung auf ${host} antwortet.`)
  return wrong(`Die Personalplanung auf ${host} antwortet mit ${status}. Bitte PLANNER_URL prüfen.`)
}

async function folder(path: string): Promise<Finding> {
  try {
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK)
    return fine(`Der Austauschordner der Personalplanung „${path}“ lässt sich lesen und beschreiben.`)
  } catch {
    return wrong(
      `Der Austauschordner der Personalplanung „${path}“ fehlt, oder dieser Benutzer darf ihn nicht lesen und beschreiben.`,
    )
  }
}
