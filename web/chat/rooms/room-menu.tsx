import type { NoiseLevel } from '#contract/chat.ts'
import { Failed, sentenceOf } from '#web/api.ts'
import { toastFailure } from '#web/toast-failure.ts'
import { BellIcon, BellOffIcon, EyeIcon, EyeOffIcon, icon } from '#web/ui/icon.tsx'
import { Menu, type MenuItem } from '#web/ui/menu.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { useCurrentUser } from '#web/users/queries.ts'
import { setNoise, setVisible } from '../queries.ts'
import type { Room } from '../search.ts'

/** Silent: only a dot. */
const BellMarkIcon = icon(
  <>
    <path d="M11 3.65A5 5 0 0 0 5 8.5c0 3.5-1.5 4.75-1.5 5.5h13c0-.75-1.5-2-1.5-5M8.25 14.25a1.8 1.8 0 0 0 3.5 0" />
    <circle cx="15" cy="5" r="2.5" fill="currentColor" stroke="none" />
  </>,
)

const levels = {
  alert: {
    text: 'Benachrichtigen',
    icon: <BellIcon />,
    note: 'Neue Nachrichten werden markiert und auf Ihren Geräten gemeldet.',
  },
  show: {
    text: 'Nur markieren',
    icon: <BellMarkIcon />,
    note: 'Neue Nachrichten werden nur hier markiert.',
  },
  mute: {
    text: 'Stumm',
    icon: <BellOffIcon />,
    note: 'Neue Nachrichten werden weder markiert noch gemeldet.',
  },
} as const satisfies Record<NoiseLevel, MenuLook>
type MenuLook = Pick<MenuItem, 'text' | 'icon' | 'note'>

type Props = { room: Room; name: string; noise: NoiseLevel; visible: boolean }

/** Sets how much a room draws attention, and for administrators whether its members see it. */
export function RoomMenu({ room, name, noise, visible }: Props) {
  const { is_admin } = useCurrentUser()
  const items: MenuItem[] = (['alert', 'show', 'mute'] as const).map((level) => ({
    ...levels[level],
    checked: level === noise,
    onPick: () => void tryTo(() => setNoise(room, level)),
  }))
  if (is_admin && room.kind === 'groups')
    items.push(
      visible
        ? {
            text: 'Gruppe verbergen',
            icon: <EyeOffIcon />,
            note: 'Der Chat steht nur noch Admins offen.',
            onPick: () => void tryTo(() => setVisible(room.room_id, false), `„${name}“ ist jetzt verborgen`),
          }
        : {
            text: 'Gruppe zeigen',
            icon: <EyeIcon />,
            note: 'Alle Mitglieder sehen den Chat.',
            onPick: () =>
              void tryTo(() => setVisible(room.room_id, true), `„${name}“ ist jetzt für alle Mitglieder da`),
          },
    )
  return (
    <Menu
      label={`Benachrichtigung für ${name}: ${levels[noise].text}`}
      icon={levels[noise].icon}
      items={items}
    />
  )
}

const FAILED = 'Fehler, vermutlich fehlende Berechtigung'

async function tryTo(act: () => Promise<unknown>, done?: string) {
  try {
    await act()
    if (done) toast(done)
  } catch (error) {
    toastFailure(error, error instanceof Failed ? `${FAILED}. ${sentenceOf(error)}` : FAILED)
  }
}
