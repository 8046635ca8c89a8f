import { findText, timeZone } from '#server/config-kinds.ts'

/** The company's time zone. The settings may not have been read yet: what is none they say later. */
export const zone = timeZone.read(findText('TIME_ZONE', process.env, []) ?? '') ?? 'Europe/Berlin'
