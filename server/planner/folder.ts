import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { checkUsers } from './check-users.ts'
import { readCsv } from './csv.ts'
import { limits } from './limits.ts'
import { type Planner, PlannerFailed } from './port.ts'

/** The planner as a folder of files that it writes and reads: for systems without an interface of their own. */
export function folderPlanner(folder: string): Planner {
  return {
    async listUsers() {
      const check = checkUsers()
      const rows = readCsv(await readFile(join(folder, 'users.csv'), 'users.csv'), limits.users)
      // Several groups of a user stand in one cell, separated by commas.
      return rows.map(({ groups = '', ...row }) =>
        check({ ...row, groups: groups.split(',').filter((name) => name.trim()) }),
      )
    },
  }
}

async function readFile(path: string, name: string): Promise<Uint8Array> {
  const file = await open(path).catch(() => {
    throw new PlannerFailed(`Im Austauschordner der Personalplanung lässt sich „${name}“ nicht lesen.`)
  })
  try {
    const { size } = await file.stat()
    if (size > limits.fileBytes) throw new PlannerFailed(`„${name}“ der Personalplanung ist zu groß.`)
    return await file.readFile()
  } finally {
    await file.close()
  }
}
