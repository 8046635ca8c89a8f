import { FilterBar } from '#web/ui/filter/filter-bar.tsx'
import { FilterBox } from '#web/ui/filter/filter-box.tsx'
import { DownloadIcon, PlusIcon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { AnchorButton } from '#web/ui/link-button.tsx'
import { BulkTools } from '../bulk-tools.tsx'
import type { HeadProps, PictureProps } from '../team.ts'
import { Grid } from './grid.tsx'

type Props = PictureProps & {
  /** Nothing is entered yet. */
  isFirst: boolean
}

/** The team at a desk. Its own file to be loaded: a phone needs none of it. */
export const TeamTable = ({ head, team, isFirst, isTicking, empty, pager, foot }: Props) => (
  <>
    {/* Of those who are ticked stands below what is done to them. */}
    <Tools {...head} bulk={isTicking ? undefined : head.bulk} isFirst={isFirst} />
    {team.items.length === 0 ? empty : <Grid {...team} />}
    {pager}
    {foot()}
  </>
)

type ToolsProps = HeadProps & {
  /** Nothing is entered yet: this is the step that comes next. */
  isFirst: boolean
}

/** What is found, and what can be done with all of it. */
const Tools = ({ part: { can }, list: { filterBox }, excel, bulk, open, onAdd, isFirst }: ToolsProps) => (
  <FilterBar
    actions={
      <>
        {bulk && <BulkTools bulk={bulk} open={open} isFirst={isFirst} />}
        {onAdd && <IconButton label="Person hinzufügen" icon={<PlusIcon />} onClick={onAdd} />}
        {can.administer && (
          <AnchorButton href={excel} download icon={<DownloadIcon />}>
            Excel
          </AnchorButton>
        )}
      </>
    }
  >
    <FilterBox label="Zeiteinträge suchen" placeholder="Name, Nummer, Funktion, Firma …" {...filterBox} />
  </FilterBar>
)
