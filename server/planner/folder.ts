import { existsSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { happeningTextFields } from '#contract/words/happening-texts.ts'
import { checkField, createUserCheck, fieldsOf } from './check-answers.ts'
import { createHappeningCheck, happeningsWithin } from './check-happenings.ts'
import { malformedError } from './check-record.ts'
import { formatCsv, parseCsvRecords } from './csv.ts'
import { plannerLimits } from './limits.ts'
import { type OptionalField, optionalFields, type Planner, PlannerFailed, type SentEntry } from './port.ts'

/** A planner that exchanges files in a folder, for systems without an interface. */
export function folderPlanner(folder: string): Planner {
  const read = async (name: string, rows: number) =>
    parseCsvRecords(await readFile(join(folder, name), name), rows)
  return {
    async listUsers() {
      const check = createUserCheck()
      const rows = await read('users.csv', plannerLimits.users)
      // Several groups of a user stand in one cell, separated by commas.
      return rows.map(({ groups = '', ...row }) =>
        check({ ...row, groups: groups.split(',').filter((name) => name.trim()) }),
      )
    },
    async listHappenings(from, to) {
      const [happenings, entries] = await Promise.all([
        read('happenings.csv', plannerLimits.entries),
        read('entries.csv', plannerLimits.entries),
      ])
      return happeningsWithin(treeOf(happenings, entries).map(createHappeningCheck(plannerLimits)), from, to)
    },
    async listFields() {
      if (!existsSync(join(folder, 'fields.csv'))) return new Set()
      return fieldsOf((await read('fields.csv', 100)).map(checkField))
    },
    async sendTimes(key, entries) {
      if (!/^[\w-]{1,100}$/.test(key)) throw new Error(`„${key}“ cannot be part of a file's name`)
      // Optional columns come last. Those without any value are left out, so that the positions of the fixed
      // columns never change.
      const optional = optionalFields.filter((field) => entries.some((entry) => entry[field] !== undefined))
      const rows = entries.map((entry) => [
        entry.id,
        String(entry.revision),
        entry.ist_von ?? '',
        entry.ist_bis ?? '',
        ...optional.flatMap((field) => optionalCells[field](entry)),
      ])
      const head = [
        'id',
        'revision',
        'ist_von',
        'ist_bis',
        ...optional.flatMap((field) => optionalColumns[field]),
      ]
      await putFile(folder, `times-${key}.csv`, formatCsv(head, rows))
      // A folder gives no answer, so every written entry counts as accepted.
      return entries.map(({ id }) => ({ id, accepted: true, message: null }))
    },
  }
}

const proposalColumns = [
  'subhappening_id',
  'personalnummer',
  'first_name',
  'last_name',
  'subcontractor',
] as const
/** Columns of each optional field in a file. The values are in the next table. */
const optionalColumns: Record<OptionalField, readonly string[]> = {
  ist_pause: ['ist_pause'],
  note: ['note'],
  absent: ['absent'],
  proposal: proposalColumns,
}
const optionalCells: Record<OptionalField, (entry: SentEntry) => string[]> = {
  ist_pause: ({ ist_pause = '' }) => [String(ist_pause)],
  note: ({ note = '' }) => [note],
  absent: ({ absent }) => [absent ? 'ja' : ''],
  proposal: ({ proposal }) => proposalColumns.map((name) => proposal?.[name] ?? ''),
}

type Row = Record<string, string>
type Tree = Row & { subhappenings: (Row & { entries: Row[] })[] }

/**
 * Puts the rows of both files together: a row of happenings.csv is a sub-happening together with its happening, a row
 * of entries.csv belongs to the sub-happening that it names.
 */
function treeOf(rows: Row[], entries: Row[]): unknown[] {
  const happenings = new Map<string, Tree>()
  const subhappenings = new Map<string, { entries: Row[] }>()
  for (const { subhappening_id = '', subhappening_name = '', ...row } of rows) {
    const { id = '' } = row
    const known = happenings.get(id)
    if (known && ['name', 'date', ...happeningTextFields].some((name) => known[name] !== row[name]))
      throw malformedError(`Die Zeilen der Veranstaltung „${id.slice(0, 40)}“ widersprechen sich.`)
    const happening = known ?? ({ ...row, subhappenings: [] } as unknown as Tree)
    happenings.set(id, happening)
    if (subhappening_id === '') continue
    const sub = { id: subhappening_id, name: subhappening_name, entries: [] as Row[] }
    happening.subhappenings.push(sub as never)
    subhappenings.set(subhappening_id, sub)
  }
  for (const { subhappening_id = '', ...entry } of entries) {
    const sub = subhappenings.get(subhappening_id)
    if (!sub)
      throw malformedError(
        `Ein Zeiteintrag nennt die Teilveranstaltung „${subhappening_id.slice(0, 40)}“, die es nicht gibt.`,
      )
    sub.entries.push(entry)
  }
  return [...happenings.values()]
}

async function readFile(path: string, name: string): Promise<Uint8Array> {
  const file = await open(path).catch(() => {
    throw new PlannerFailed(`Im Austauschordner der Personalplanung lässt sich „${name}“ nicht lesen.`)
  })
  try {
    const { size } = await file.stat()
    if (size > plannerLimits.fileBytes) throw new PlannerFailed(`„${name}“ der Personalplanung ist zu groß.`)
    return await file.readFile()
  } finally {
    await file.close()
  }
}

/** A reader finds the complete file or none. A repeated transmission replaces its file by the same content. */
async function putFile(folder: string, name: string, text: string) {
  try {
    const half = join(folder, `.${name}.${process.pid}`)
    const file = await open(half, 'w')
    try {
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(half, join(folder, name))
    await syncFolder(folder)
  } catch (error) {
    throw new PlannerFailed('In den Austauschordner der Personalplanung lässt sich nicht schreiben.', {
      cause: error,
    })
  }
}

/** Flushes the folder, so that the new name of the file survives a power cut. */
async function syncFolder(folder: string) {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
