import { findText, timeZone } from '#server/config-kinds.ts'

/** The company's time zone, read before the settings are: an invalid one is reported by them later. */
export const zone = timeZone.read(findText('TIME_ZONE', process.env, []) ?? '') ?? 'Europe/Berlin'
