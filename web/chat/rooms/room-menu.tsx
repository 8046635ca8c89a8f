import type { NoiseLevel } from '#contract/chat.ts'
import { CallError, errorSentence } from '#web/api.ts'
import { toastFailure } from '#web/toast-failure.ts'
import { BellIcon, BellOffIcon, BellRingIcon, EyeIcon, EyeOffIcon } from '#web/ui/icon.tsx'
import { Menu, type MenuItem } from '#web/ui/menu.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { setGroupVisible, setNoise } from '../queries.ts'
import type { RoomRef } from '../search.ts'

const noiseLevelItems = {
  alert: {
    text: 'Benachrichtigen',
    icon: <BellRingIcon />,
    note: 'Neue Nachrichten werden markiert und auf Ihren Geräten gemeldet.',
  },
  show: {
    text: 'Nur markieren',
    icon: <BellIcon />,
    note: 'Neue Nachrichten werden nur hier markiert.',
  },
  mute: {
    text: 'Stumm',
    icon: <BellOffIcon />,
    note: 'Neue Nachrichten werden weder markiert noch gemeldet.',
  },
} as const satisfies Record<NoiseLevel, MenuLook>
type MenuLook = Pick<MenuItem, 'text' | 'icon' | 'note'>

type NoiseMenuProps = { room: RoomRef; name: string; noise: NoiseLevel }

/** Menu for the notifications of a room. The choice applies to this person alone. */
export const NoiseMenu = ({ room, name, noise }: NoiseMenuProps) => (
  <Menu
    label={`Benachrichtigung für ${name}: ${noiseLevelItems[noise].text}`}
    icon={noiseLevelItems[noise].icon}
    items={(['alert', 'show', 'mute'] as const).map((level) => ({
      ...noiseLevelItems[level],
      checked: level === noise,
      onPick: () => void runWithToast(() => setNoise(room, level)),
    }))}
  />
)

type GroupMenuProps = { room_id: number; name: string; visible: boolean }

/** For administrators: hides or shows a group for all its members. */
export function GroupMenu({ room_id, name, visible }: GroupMenuProps) {
  const set = (to: boolean, done: string) => void runWithToast(() => setGroupVisible(room_id, to), done)
  const item: MenuItem = visible
    ? {
        text: 'Gruppe verbergen',
        icon: <EyeOffIcon />,
        note: 'Der Chat steht nur noch Admins offen.',
        onPick: () => set(false, `„${name}“ ist jetzt verborgen`),
      }
    : {
        text: 'Gruppe zeigen',
        icon: <EyeIcon />,
        note: 'Alle Mitglieder sehen den Chat.',
        onPick: () => set(true, `„${name}“ ist jetzt für alle Mitglieder da`),
      }
  return <Menu label={`Aktionen für ${name}`} items={[item]} />
}

const FAILED_SENTENCE = 'Fehler, vermutlich fehlende Berechtigung'

async function runWithToast(act: () => Promise<unknown>, done?: string) {
  try {
    await act()
    if (done) toast(done)
  } catch (error) {
    toastFailure(
      error,
      error instanceof CallError ? `${FAILED_SENTENCE}. ${errorSentence(error)}` : FAILED_SENTENCE,
    )
  }
}
