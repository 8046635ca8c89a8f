// Checks that the staff planner can be reached; none of its data are read.
import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import type { Config } from '#server/config.ts'
import { askNamed, NoAnswer } from '#server/outgoing.ts'
import { type Finding, fine, hint, wrong } from '../finding.ts'

const PATIENCE_MS = 5_000

export async function plannerFindings({ planner }: Pick<Config, 'planner'>): Promise<Finding[]> {
  if (!planner) return [hint('Keine Personalplanung ist angeschlossen (PLANNER_URL oder PLANNER_DIR).')]
  return 'folder' in planner ? [await folder(planner.folder)] : [await http(planner)]
}

async function http({ url, token }: { url: URL; token: string }): Promise<Finding> {
  try {
    const answer = await askNamed(new URL('users', url.href.endsWith('/') ? url : `${url.href}/`), {
      headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
      limits: { time: PATIENCE_MS, bytes: 0 },
    })
    answer.discard()
    return plannerSays(url.host, answer.status)
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    const { code, message } = error.cause as Error & { code?: string }
    return wrong(
      `Die Personalplanung auf ${url.host} antwortet nicht (${error.isLate ? `nichts in ${PATIENCE_MS / 1_000} Sekunden` : (code ?? message)}).`,
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
