import { toast } from './toast/toast.tsx'

/** `said` once it is there; `what` is to be marked by hand where the browser forbids it, as it does without https. */
export async function copyText(text: string, { said, what }: { said: string; what: string }) {
  try {
    await navigator.clipboard.writeText(text)
    toast(said)
  } catch {
    toast(`Der Browser erlaubt das Kopieren nicht. Bitte markieren Sie ${what}.`, { tone: 'danger' })
  }
}
