import { line } from './icon.tsx'

/** Apart from the others, which every screen has: only what takes a file shows it. */
export const UploadIcon = line('M10 13V4M6 7.5l4-4 4 4M4 16.5h12')
