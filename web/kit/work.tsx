// Working surfaces: tool bar, horizontal scrolling, image.
import { useRef, useState } from 'react'
import { BoldIcon, ItalicIcon, LinkIcon } from '#web/docs/editor/tool-icons.tsx'
import { Button } from '#web/ui/button.tsx'
import { Lightbox } from '#web/ui/dialog/lightbox.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { Tool, Toolbar, ToolGroup } from '#web/ui/toolbar.tsx'
import { useOverflows } from '#web/ui/use-overflows.ts'
import css from './kit.module.css'
import { Row, Section } from './section.tsx'

export function Work() {
  const [isLarge, setLarge] = useState(false)
  return (
    <Section title="Werkzeuge, Breites und Bilder">
      <SomeTools />
      <Wide label="Schmale Tabelle" columns={2} />
      <Wide label="Breite Tabelle" columns={24} />
      <Row>
        <Button onClick={() => setLarge(true)}>Bild vergrößern</Button>
      </Row>
      {isLarge && (
        <Lightbox
          src={plan}
          alt="Plan der Bühne"
          caption="Rot: Fluchtwege. Stand November 2026."
          onClose={() => setLarge(false)}
        />
      )}
    </Section>
  )
}

const kinds = ['Überschrift', 'Absatz', 'Code'] as const

function SomeTools() {
  const bar = useRef<HTMLDivElement>(null)
  const text = useRef<HTMLTextAreaElement>(null)
  const [isBold, setBold] = useState(true)
  const [kind, setKind] = useState<(typeof kinds)[number]>('Absatz')
  return (
    <div>
      <Toolbar
        label="Werkzeuge"
        controls="kit-text"
        bar={bar}
        onLeave={() => text.current?.focus()}
        more={
          <ToolGroup label="Mehr">
            <Tool label="Link" icon={<LinkIcon />} disabled onPress={() => undefined} />
          </ToolGroup>
        }
      >
        <ToolGroup label="Schrift">
          <Tool label="Fett" icon={<BoldIcon />} pressed={isBold} onPress={() => setBold(!isBold)} />
          <Tool label="Kursiv" icon={<ItalicIcon />} pressed={false} onPress={() => undefined} />
          <Menu
            label="Art des Absatzes"
            text={kind}
            items={kinds.map((text) => ({ text, checked: text === kind, onPick: () => setKind(text) }))}
          />
        </ToolGroup>
      </Toolbar>
      <textarea ref={text} id="kit-text" aria-label="Text" className={css['text']} />
    </div>
  )
}

function Wide({ label, columns }: { label: string; columns: number }) {
  const frame = useRef<HTMLDivElement>(null)
  const overflows = useOverflows(frame)
  return (
    <div
      ref={frame}
      className={`${css['wide']} sideways`}
      {...(overflows && { role: 'region', 'aria-label': label, tabIndex: 0 })}
    >
      <table>
        <tbody>
          <tr>
            {Array.from({ length: columns }, (_, at) => (
              <td key={at}>Spalte&nbsp;{at + 1}</td>
            ))}
          </tr>
        </tbody>
      </table>
    </div>
  )
}

const drawn = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1600 900" width="1600" height="900">
  <rect width="1600" height="900" fill="#e8e4da"/><rect x="200" y="150" width="1200" height="450" fill="#c9b79c"/>
  <path d="M0 750H1600M800 600V900" stroke="#b3261e" stroke-width="24"/></svg>`
const plan = `data:image/svg+xml,${encodeURIComponent(drawn)}`
