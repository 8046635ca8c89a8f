import { statfs } from 'node:fs/promises'
import { type Finding, fine, wrong } from '../finding.ts'

/** Below this, in bytes, it is time to do something. */
const LITTLE = 1024 ** 3

/** Free space on the disk on which the data really lie. */
export async function spaceFindings(home: string, dataDir: string): Promise<Finding[]> {
  const { bavail, bsize } = await statfs(home)
  return spaceSays({ home, dataDir, free: bavail * bsize })
}

export function spaceSays({
  home,
  dataDir,
  free,
}: {
  home: string
  dataDir: string
  free: number
}): Finding[] {
  const where =
    home === dataDir
      ? `in „${home}“`
      : `in „${home}“ und nicht in „${dataDir}“, den ihr Benutzer nicht erreicht`
  const room = `${(free / LITTLE).toFixed(1).replace('.', ',')} GB`
  return [
    fine(`Die Daten liegen ${where}.`),
    free > LITTLE
      ? fine(`Freier Platz dort: ${room}`)
      : wrong(`Freier Platz dort: nur noch ${room}. Bitte Platz schaffen.`),
  ]
}
