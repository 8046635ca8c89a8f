// Buttons, links, badges, icons, tabs, facts.
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import * as toolIcons from '#web/docs/editor/tool-icons.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { DetailsList } from '#web/ui/details-list.tsx'
import * as icons from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { AnchorButton, LinkButton } from '#web/ui/link-button.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { TabBar } from '#web/ui/tab-bar.tsx'
import css from './kit.module.css'
import { LONG } from './sample.ts'
import { Row, Section } from './section.tsx'

const { PlusIcon, TrashIcon, EditIcon, DownloadIcon, CopyIcon, RefreshIcon, SendIcon, UsersIcon } = icons
const tones = ['neutral', 'info', 'success', 'warning', 'danger', 'muted'] as const
const words = {
  neutral: 'Entwurf',
  info: 'Aktiv',
  success: 'Erledigt',
  warning: 'Offen',
  danger: 'Fehler',
  muted: 'Archiv',
}
const { createIcon: _, createLineIcon: __, ...drawn } = icons
const drawings = Object.entries({ ...drawn, ...toolIcons })
// The kit has its own routes, so links are typed loosely.
const to = (path: string) => ({ to: path as '/profile' })

export function Controls() {
  const [on, setOn] = useState(true)
  const [last, setLast] = useState('nichts')
  return (
    <Section title="Knöpfe, Links, Zeichen">
      <Row>
        <Button variant="primary">Speichern</Button>
        <Button>Abbrechen</Button>
        <Button variant="quiet">Zurücksetzen</Button>
        <Button variant="danger">Löschen</Button>
        <Button variant="primary" icon={<PlusIcon />}>
          Neuer Prozess
        </Button>
        <Button icon={<DownloadIcon />}>Excel</Button>
        <LinkButton {...to('/lesen')} icon={<UsersIcon />}>
          Zu den Benutzern
        </LinkButton>
        <AnchorButton href="#datei" variant="quiet" icon={<DownloadIcon />}>
          PDF laden
        </AnchorButton>
      </Row>
      <Row>
        <Button variant="primary" pending>
          Speichern
        </Button>
        <Button pending icon={<SendIcon />}>
          Senden
        </Button>
        <Button variant="danger" pending>
          Löschen
        </Button>
        <Button variant="primary" disabled>
          Speichern
        </Button>
        <Button disabled>Abbrechen</Button>
        <Button variant="quiet" disabled>
          Zurücksetzen
        </Button>
        <Button aria-pressed={on} onClick={() => setOn(!on)}>
          Öffentlich
        </Button>
        <Button size="small">Klein</Button>
        <Button size="small" icon={<CopyIcon size={16} />}>
          Kopieren
        </Button>
      </Row>
      <Row>
        <Button>{LONG}</Button>
      </Row>
      <Row>
        <IconButton label="Umbenennen" icon={<EditIcon />} />
        <IconButton label="Kopieren" icon={<CopyIcon />} />
        <IconButton label="Löschen" icon={<TrashIcon />} />
        <IconButton label="Neu laden" icon={<RefreshIcon />} variant="plain" />
        <IconButton label="Lädt" icon={<RefreshIcon />} pending />
        <IconButton label="Gesperrt" icon={<TrashIcon />} disabled />
        <Menu
          label="Weitere Aktionen"
          items={[
            { text: 'Umbenennen', icon: <EditIcon />, onPick: () => setLast('Umbenennen') },
            { text: 'Kopieren', icon: <CopyIcon />, onPick: () => setLast('Kopieren') },
            { text: 'Status ändern', icon: <RefreshIcon />, disabled: true, onPick: () => setLast('Status') },
            { text: 'Löschen', icon: <TrashIcon />, danger: true, onPick: () => setLast('Löschen') },
          ]}
        />
        <span data-testid="picked">Gewählt: {last}</span>
      </Row>
      <Row>
        {tones.map((tone) => (
          <Badge key={tone} tone={tone}>
            {words[tone]}
          </Badge>
        ))}
      </Row>
      <TabBar label="Prozess">
        <Link {...to('/lesen')}>Lesen</Link>
        <Link {...to('/bearbeiten')}>Bearbeiten</Link>
        <Link {...to('/ergebnisse')}>Ergebnisse</Link>
        <Link {...to('/sichtbarkeit')}>Sichtbarkeit</Link>
      </TabBar>
      <DetailsList
        items={[
          { name: 'Art', value: 'Konzert' },
          { name: 'Datum', value: '21.11.2026' },
          { name: 'Status', value: <Badge tone="info">Aktiv</Badge> },
          { name: 'Verantwortlich', value: LONG },
        ]}
      />
      <Row>
        {drawings.map(([name, Icon]) => (
          <span key={name} className={css['icon']} title={name}>
            <Icon />
          </span>
        ))}
      </Row>
    </Section>
  )
}
