import type { Command } from 'prosemirror-state'
import { isInTable } from 'prosemirror-tables'
import * as icons from '#web/ui/icon.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { blockKindOf, blockKinds } from './blocks.ts'
import { type Desk, useDesk } from './desk.ts'
import { deleteSection, moveSection, sectionAround } from './sections.ts'
import { Swatch } from './swatch.tsx'
import { cellColourOf, cellColours, colourCells, tableActions } from './tables.ts'

export function KindMenu({ desk }: { desk: Desk }) {
  const kind = useDesk(desk, blockKindOf)
  return (
    <Menu
      label="Art des Absatzes"
      text={kind}
      items={() =>
        blockKinds.map(({ text, command, keys }) => ({
          text,
          ...(keys && { keys }),
          checked: text === kind,
          disabled: text !== kind && !command(desk.state),
          onPick: () => desk.run(command),
        }))
      }
    />
  )
}

export function SectionMenu({ desk }: { desk: Desk }) {
  const disabled = useDesk(desk, (state) => sectionAround(state) === undefined)
  const items = [
    { text: 'Nach oben', icon: <icons.ArrowUpIcon />, command: moveSection(-1), keys: 'Alt+↑' },
    { text: 'Nach unten', icon: <icons.ArrowDownIcon />, command: moveSection(1), keys: 'Alt+↓' },
    { text: 'Abschnitt löschen', icon: <icons.TrashIcon />, command: deleteSection, danger: true },
  ]
  return (
    <Menu
      label="Abschnitt"
      icon={<icons.MoveIcon />}
      disabled={disabled}
      items={() => itemsOf(desk, items)}
    />
  )
}

export function TableMenu({ desk }: { desk: Desk }) {
  const disabled = useDesk(desk, (state) => !isInTable(state))
  return (
    <Menu
      label="Tabelle"
      icon={<icons.GridIcon />}
      disabled={disabled}
      items={() => itemsOf(desk, tableActions)}
    />
  )
}

function itemsOf<A extends { text: string; command: Command }>(desk: Desk, actions: readonly A[]) {
  return actions.map(({ command, ...looks }) => ({
    ...looks,
    disabled: !command(desk.state),
    onPick: () => void desk.run(command),
  }))
}

export function ColourMenu({ desk }: { desk: Desk }) {
  const disabled = useDesk(desk, (state) => !isInTable(state))
  const present = useDesk(desk, cellColourOf)
  const choices = [{ text: 'Keine Farbe', colour: null }, ...cellColours]
  return (
    <Menu
      label="Farbe der Zelle"
      icon={<icons.PaintIcon />}
      disabled={disabled}
      items={() =>
        choices.map(({ text, colour }) => ({
          text,
          icon: <Swatch colour={colour} />,
          checked: colour === present,
          onPick: () => desk.run(colourCells(colour)),
        }))
      }
    />
  )
}
