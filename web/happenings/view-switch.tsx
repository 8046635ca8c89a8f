// oxlint-disable jsx-a11y/prefer-tag-over-role -- a group of buttons: no fieldset
import { Button } from '#web/ui/button.tsx'
import { type CalendarView, type HappeningsSearch, happeningsSearch } from './search.ts'
import css from './view-switch.module.css'
import { enter } from './views.ts'

type Props = { search: HappeningsSearch; onSearch: (change: Partial<HappeningsSearch>) => void }

const texts: Record<CalendarView, string> = { week: 'Woche', month: 'Monat' }

/** The same happenings as rows or as a calendar. Back in the list its usual days hold again. */
export function ViewSwitch({ search, onSearch }: Props) {
  const button = (text: string, isOn: boolean, go: () => void) => (
    <Button key={text} aria-pressed={isOn} onClick={() => !isOn && go()}>
      {text}
    </Button>
  )
  const { start, end } = happeningsSearch({})
  return (
    <div role="group" aria-label="Ansicht" className={css['views']}>
      {button('Liste', search.view === undefined, () => onSearch({ view: undefined, start, end }))}
      {(['week', 'month'] as const).map((view) =>
        button(texts[view], search.view === view, () => onSearch(enter(view, search))),
      )}
    </div>
  )
}
