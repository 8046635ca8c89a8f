import { later } from '#web/later.tsx'

/** One picture as large as the window. Nobody has pressed one yet: it comes with the first. */
export const Lightbox = later(async () => (await import('./lightbox-dialog.tsx')).LightboxDialog)
