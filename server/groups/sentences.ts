/** German notices and refusals. Reports, mails and workbooks have files of their own. */
export const groupSentences = {
  isGone: 'Diese Gruppe gibt es nicht mehr.',
  fromProvider: 'aus der Anmeldung bei einem Anbieter',
  fromPlanner: 'aus der Personalplanung',
  isNotOurs: (origin: string) =>
    `Diese Gruppe kommt ${origin}. Sie lässt sich hier weder umbenennen noch löschen.`,
  nameTaken: (name: string, written: string, origin: string) =>
    `Die Gruppe „${name}“ gibt es schon${written}${origin}.`,
  nameIsDots: 'Eine Gruppe kann nicht nur aus Punkten bestehen.',
} as const
