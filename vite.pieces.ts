// Into which files the browser part is cut, and what the server is told of them.
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { screensByAddress } from './vite.screens.ts'

const web = join(import.meta.dirname, 'web')

/**
 * Forty small files are packed worse than five, and asked for one by one. A module is in the first piece that reaches
 * it from one of these; what none of them reaches lies with its screen.
 */
const pieces: Record<string, readonly string[]> = {
  /** What every screen needs, or nearly every one. */
  start: [
    'main.tsx',
    'auth/entry-screen.tsx',
    'docs/kept-keys.ts',
    'download.ts',
    'happenings/timesheet/edits/kept-keys.ts',
    'jobs/use-background-result.ts',
    'local-storage.ts',
    'push/log.ts',
    'shell/back-to-today.tsx',
    'shell/use-while-here.ts',
    'toast-failure.ts',
    'ui/badge.tsx',
    'ui/copy-text.ts',
    'ui/field/checkbox.tsx',
    'later.tsx',
    'ui/date-time/days.ts',
    'ui/date-time/days-later.ts',
    'ui/format.ts',
    'ui/keyboard/use-save-key.ts',
    'ui/menu.tsx',
    'ui/page.tsx',
    'ui/progress.tsx',
    'undo/undo-lines.tsx',
    'ui/field/select.tsx',
    'ui/field/text-field.tsx',
    'unsaved/storage.ts',
  ],
  lists: [
    'lists/columns-menu.tsx',
    'lists/list-rows.tsx',
    'lists/list-view.ts',
    'lists/reset-filters.tsx',
    'lists/use-list.ts',
    'matching.ts',
    'ui/filter/filter-bar.tsx',
    'ui/filter/filter-box.tsx',
    'ui/filter/fold.tsx',
    'ui/date-time/moment.tsx',
    'ui/keyboard/use-hand-over.ts',
    'ui/pager/pager.tsx',
  ],
  dates: ['ui/date-time/date-field.tsx', 'ui/date-time/time-input.tsx'],
  questions: [
    'ui/dialog/question.tsx',
    'ui/not-loaded.tsx',
    'users/people-in-words.ts',
    'forms/gone-dialog.tsx',
    'forms/name-dialog.tsx',
    'forms/status-dialog.tsx',
  ],
  unsaved: [
    'ui/dialog/lightbox.tsx',
    'ui/use-bar-below.ts',
    'unsaved/draft.ts',
    'unsaved/outbox.ts',
    'unsaved/send-as.ts',
    'unsaved/use-leaving.ts',
    'unsaved/use-write-soon.ts',
  ],
  people: ['ui/avatar/avatar.tsx', 'ui/field/combobox.tsx'],
  /** What runs beside the screens. */
  beside: ['push/start.ts', 'copies/keep.ts', 'chat/room/copies-of-room.ts'],
  chat: [
    'chat/days.ts',
    'chat/rooms/room-menu.tsx',
    'chat/rooms/rooms.module.css',
    'chat/sending.tsx',
    'chat/unsent.ts',
    'chat/use-write-to.ts',
  ],
  chosen: ['lists/chosen-bar.tsx', 'lists/acted.ts'],
  syncs: ['jobs/sync-dialog.tsx'],
  users: ['users/changes.ts', 'users/spoken-name.ts'],
  docs: [
    'docs/doc.tsx',
    'docs/doc-menu.tsx',
    'docs/editor/wanted-place.ts',
    'docs/unsaved-context.ts',
    'docs/last-list.ts',
    'docs/status.tsx',
    '../contract/document/in-words.ts',
    // What documents are made of, as those who read them and those who write them need it.
    '../contract/document/table-cells.ts',
    '../contract/document/attributes.ts',
    '../contract/document/condition.ts',
    '../contract/document/fields.ts',
    '../contract/document/addresses.ts',
    '../contract/document/placeholders.ts',
  ],
  happenings: [
    'happenings/changes.ts',
    'happenings/last-list.ts',
    'happenings/progress.ts',
    'happenings/status-meaning.ts',
    'happenings/status.tsx',
  ],
  agenda: ['happenings/happenings.tsx'],
  /** With the style of both pictures: a desk's and a phone's are one request together. */
  timesheet: [
    'happenings/timesheet/bar.tsx',
    'happenings/timesheet/bulk-tools.module.css',
    'happenings/timesheet/bulk-tools.tsx',
    'happenings/timesheet/desk/note-cell.module.css',
    'happenings/timesheet/desk/row.module.css',
    'happenings/timesheet/desk/grid.module.css',
    'happenings/timesheet/desk/days-over.tsx',
    'happenings/timesheet/facts.tsx',
    'happenings/timesheet/sending/notices.tsx',
    'happenings/timesheet/phone/people.module.css',
    'happenings/timesheet/phone/person-sheet.module.css',
    'happenings/timesheet/phone/phone-head.module.css',
    'happenings/timesheet/row-notes.module.css',
    'happenings/timesheet/edits/row-state.ts',
    'happenings/timesheet/team.ts',
    'happenings/timesheet/timesheet.tsx',
    'happenings/timesheet/use-bulk.tsx',
    'happenings/timesheet/use-sight.ts',
    'happenings/timesheet/use-timesheet.ts',
    'happenings/timesheet/edits/usual-plan.ts',
  ],
  table: ['happenings/timesheet/desk/team-table.tsx'],
  /** What a row at a desk is worked with. Somebody's sheet on a phone takes most of it, too. */
  entry: ['happenings/timesheet/desk/row-tools.ts'],
  /** What both pages of a day are made of. */
  day: [
    'shifts/shifts.tsx',
    'shifts/queries.ts',
    'shifts/shifts.module.css',
    'shifts/span.tsx',
    'today/first-steps.module.css',
    'today/today.tsx',
  ],
  read: ['docs/read/read.tsx'],
  /**
   * What the editor begins with. What comes to it later takes its parts from here, and does not tear it into pieces.
   */
  editor: [
    'docs/editor/surface.tsx',
    'docs/editor/tools/tool-bar.tsx',
    'docs/editor/saving/drafts.ts',
    'docs/editor/editor-screen.tsx',
    'docs/editor/inserting/slash-list.module.css',
  ],
  /** And what comes to it then. */
  'editor-later': [
    'docs/editor/later-parts.ts',
    'docs/editor/sections/section-drag.ts',
    'docs/editor/use-placed.ts',
  ],
}

export function groups(): Rolldown.CodeSplittingGroup[] {
  const found = new Map<string, string>()
  const names = Object.keys(pieces)
  return names.map((piece, place) => ({
    debugName: piece,
    priority: names.length - place,
    // All that a piece needs has been told already.
    includeDependenciesRecursively: false,
    name: (id, chunking) => {
      if (found.size === 0) for (const name of names) reach(name, found, chunking)
      // Style of what all screens share comes with the first one: a late one would move what stands already.
      const own = isSharedStyle(id) ? 'start' : found.get(id)
      return own === piece && (piece !== 'editor' || EDITORS.test(id)) ? piece : null
    },
  }))
}
const isSharedStyle = (id: string) =>
  id.endsWith('.css') &&
  ['auth', 'happenings/happenings', 'lists', 'ui'].some((path) => id.includes(`/web/${path}`))

function reach(name: string, found: Map<string, string>, chunking: Rolldown.ChunkingContext) {
  const reached = new Set((pieces[name] ?? []).map((file) => join(web, file)))
  for (const id of reached) {
    const module = chunking.getModuleInfo(id)
    if (!module) throw new Error(`vite.pieces.ts names ${id}, which is no part of the app any more.`)
    if (!found.has(id)) found.set(id, name)
    for (const next of module.importedIds) reached.add(next)
  }
}
/** Other screens have some of what the editor reaches, too: that stays outside. */
const EDITORS =
  /\/web\/docs\/editor\/|\/web\/ui\/toolbar\.|\/(prosemirror-[\w-]+|orderedmap|rope-sequence|w3c-keyname)\/|\/document\/(schema|pasted|unfit)\.ts$/

/** Where the address of the app itself leads. */
const START = '/docs'

/**
 * As `hasRoom` says it (`web/happenings/room.ts`), in the letters of a browser: ours are a sixteenth smaller at a
 * desk.
 */
const deskFrom = (rem: number) => `(pointer: fine) and (min-width: ${Math.ceil((rem * 15) / 16)}rem)`
const phoneBelow = (rem: number) => `not all and ${deskFrom(rem)}`
const [LIST_DESK, TIMES_DESK] = [43, 67]
/** What a screen awaits beside its own files, by the window that it is for. */
const pictures: Record<string, readonly [file: string, media: string][]> = {
  'happenings/happenings.tsx': [['happenings/phone/phone-list.tsx', phoneBelow(LIST_DESK)]],
  'happenings/timesheet/timesheet.tsx': [
    ['happenings/timesheet/desk/team-table.tsx', deskFrom(TIMES_DESK)],
    ['happenings/timesheet/phone/team-list.tsx', phoneBelow(TIMES_DESK)],
  ],
}

/** Tells the server which files each address begins with, beside those that every page has. */
export function tellServer(): Plugin {
  return {
    name: 'tell-server',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const withImports = (from: Rolldown.OutputChunk | undefined) => {
        const all = new Set(from ? [from.fileName] : [])
        for (const name of all) {
          const chunk = bundle[name]
          for (const next of chunk?.type === 'chunk' ? chunk.imports : []) all.add(next)
        }
        return all
      }
      const start = withImports(chunks.find(({ moduleIds }) => moduleIds.includes(join(web, 'main.tsx'))))
      /** What is needed in every window is not named for some of them as well. */
      const picturesOf = (screens: readonly string[], own: ReadonlySet<string>) =>
        screens
          .flatMap((screen) => pictures[screen] ?? [])
          .flatMap(([file, media]) =>
            filesOf(file).flatMap((name) => (own.has(name) ? [] : [`${name} ${media}`])),
          )
      const filesOf = (screen: string) => {
        const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(join(web, screen)))
        if (!chunk) throw new Error(`${screen} is no screen`)
        const scripts = [...withImports(chunk)].filter((name) => !start.has(name))
        const styles = scripts.flatMap((name) => {
          const script = bundle[name]
          return script?.type === 'chunk' ? [...(script.viteMetadata?.importedCss ?? [])] : []
        })
        return [...styles, ...scripts]
      }
      const screens = screensByAddress(web)
      screens.set('/', screens.get(START) ?? [])
      const addresses = [...screens].map(([address, screens]) => {
        const own = new Set(screens.flatMap(filesOf))
        return [address, [...own, ...picturesOf(screens, own)]]
      })
      const source = JSON.stringify(Object.fromEntries(addresses))
      this.emitFile({ type: 'asset', fileName: 'first-files.json', source })
    },
  }
}
