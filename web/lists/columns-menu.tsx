import { Menu } from '#web/ui/menu.tsx'

type Props = {
  columns: readonly { key: string; head: string; main?: boolean; headHidden?: boolean }[]
  hidden: readonly string[]
  onHide: (hidden: string[]) => void
}

/** Menu of visible columns, stored for all devices of the person. */
export const ColumnsMenu = ({ columns, hidden, onHide }: Props) => (
  <Menu
    label="Gezeigt werden"
    text="Spalten"
    variant="plain"
    items={[
      ...columns
        .filter(({ main, headHidden }) => !main && !headHidden)
        .map(({ key, head }) => {
          const others = hidden.filter((one) => one !== key)
          const isHidden = others.length < hidden.length
          return {
            text: head,
            checked: !isHidden,
            stays: true,
            onPick: () => onHide(isHidden ? others : [...hidden, key]),
          }
        }),
      { text: 'Zurücksetzen', disabled: hidden.length === 0, onPick: () => onHide([]) },
    ]}
  />
)
