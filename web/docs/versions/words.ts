import type { DocVersion } from '#contract/versions.ts'
import { formatDateTime, formatNumber } from '#web/ui/format.ts'

/** 'Stand vom 21.11.2026, 14:03:12', with seconds, since several may share a minute. */
export const versionTitle = (at: string) => `Stand vom ${formatDateTime(at).replace(' ', ', ')}`

/** '21.11.2026, 14:03:12 – Clara Richter', with seconds, since several may share a minute. */
export const versionOption = ({ saved_at, saved_by_display_name, name }: VersionLabel) =>
  [
    formatDateTime(saved_at).replace(' ', ', '),
    ...(name ? [`„${name}“`] : []),
    saved_by_display_name ?? UNKNOWN_AUTHOR,
  ].join(' – ')
type VersionLabel = Pick<DocVersion, 'saved_at' | 'saved_by_display_name' | 'name'>

export const UNKNOWN_AUTHOR = 'von wem, ist nicht bekannt'

/** '14:03:12' */
export const timeWithSeconds = (at: string) => formatDateTime(at).slice(11)

type RestoreEffects = { people: number; goes: FieldEffect[]; returns: FieldEffect[] }
type FieldEffect = { field: string; people: number }

/** Effects on answers, at least one sentence. */
export function effectsInWords({ goes, returns }: RestoreEffects): string[] {
  const sentences = [
    ...goes.map(({ field, people }) =>
      people === 1
        ? `Die Angabe einer Person zu „${field}“ ist dann nicht mehr zu sehen.`
        : `Die Angaben von ${formatNumber(people)} Personen zu „${field}“ sind dann nicht mehr zu sehen.`,
    ),
    ...returns.map(({ field, people }) =>
      people === 1
        ? `Die Angabe einer Person zu „${field}“ ist dann wieder da.`
        : `Die Angaben von ${formatNumber(people)} Personen zu „${field}“ sind dann wieder da.`,
    ),
  ]
  return sentences.length > 0 ? sentences : ['An den Angaben ändert sich nichts.']
}
