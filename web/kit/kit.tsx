// Layout of the kit: a section per family of components, and a theme switch.
import { useState } from 'react'
import { QuestionHost } from '#web/ui/dialog/confirm.tsx'
import { Select } from '#web/ui/field/select.tsx'
import { Page } from '#web/ui/page.tsx'
import { ToastViewport } from '#web/ui/toast/toast.tsx'
import { Controls } from './controls.tsx'
import { DatesAndTimes, Fields } from './fields.tsx'
import css from './kit.module.css'
import { Lists } from './lists.tsx'
import { Overlays, States } from './overlays.tsx'
import { Work } from './work.tsx'

const schemes = [
  { value: '', text: 'Wie das Gerät' },
  { value: 'light', text: 'Hell' },
  { value: 'dark', text: 'Dunkel' },
] as const

export function Kit() {
  const [scheme, setScheme] = useState<'' | 'light' | 'dark'>('')
  const change = (next: typeof scheme) => {
    setScheme(next)
    document.documentElement.dataset['scheme'] = next
  }
  return (
    <main className={css['kit']}>
      <Page
        title="Bausteine"
        breadcrumb={[
          <a key="start" href="#start">
            Kontor
          </a>,
          <a key="kit" href="#kit">
            Entwicklung
          </a>,
        ]}
        actions={<Select label="Farben" labelHidden choices={schemes} value={scheme} onChange={change} />}
      >
        <Controls />
        <Fields />
        <DatesAndTimes />
        <Lists />
        <Overlays />
        <Work />
        <States />
      </Page>
      <ToastViewport />
      <QuestionHost />
    </main>
  )
}
