import { toast } from './toast/toast.tsx'

/**
 * Copies a text. `said`: toast on success. `what`: name of the text, for the advice to copy it by hand where the
 * browser forbids the clipboard, e.g. without https.
 */
export async function copyText(text: string, { said, what }: { said: string; what: string }) {
  try {
    await navigator.clipboard.writeText(text)
    toast(said)
  } catch {
    toast(`Der Browser erlaubt das Kopieren nicht. Bitte markieren Sie ${what}.`, { tone: 'danger' })
  }
}
