// The proofs of operation, each under its name.
import type { Figure } from '../figures.ts'
import { proveFigures } from './figures.ts'

type Tell = (line: string) => void

export const operation: readonly [name: string, prove: (tell: Tell) => Promise<Figure[]>][] = [
  ['figures', proveFigures],
]
