// List of sessions, passkeys or notified devices: name, since when, actions.
import type { ReactNode } from 'react'
import css from './device-list.module.css'
import { formatDateTime } from './format.ts'

export const DeviceList = ({ label, children }: { label: string; children: ReactNode }) => (
  <ul className={css['list']} aria-label={label}>
    {children}
  </ul>
)

type Props = { name: ReactNode; since: ReactNode; children?: ReactNode }

export const Device = ({ name, since, children }: Props) => (
  <li>
    <div>
      <div className={css['name']}>{name}</div>
      <div className="quiet">{since}</div>
    </div>
    {children}
  </li>
)

export const lastUsedText = (used_at: string | null) =>
  used_at === null ? 'noch nie benutzt' : `zuletzt benutzt ${formatDateTime(used_at)}`
