// A status as text and colour.
import type { ReactNode } from 'react'
import css from './badge.module.css'
import tones from './tones.module.css'

export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'danger' | 'muted'

export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={`${css['badge']} ${tones[tone] ?? css[tone]}`}>{children}</span>
}
