import { findSettingText, timeZoneKind } from '#server/config-kinds.ts'

/** The company's time zone, read before the settings are: an invalid one is reported by them later. */
export const zone = timeZoneKind.read(findSettingText('TIME_ZONE', process.env, []) ?? '') ?? 'Europe/Berlin'
