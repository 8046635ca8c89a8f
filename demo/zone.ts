const { TIME_ZONE: given = '' } = process.env

/** The company's time zone. The settings may not have been read yet: what is none they say later. */
export const zone = Intl.supportedValuesOf('timeZone').includes(given) ? given : 'Europe/Berlin'
