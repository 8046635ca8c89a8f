/** What people are told here. Reports, mails and workbooks have their words in files of their own. */
export const sentences = {
  noSuchMoment: 'Diesen Zeitpunkt gibt es nicht.',
  momentTooFar: 'Dieser Zeitpunkt liegt mehr als zwei Jahre in der Zukunft.',
  startIsPast: 'Dieser Zeitpunkt liegt in der Vergangenheit. Bitte wählen Sie einen anderen, oder „Sofort“.',
  isPublished: 'Der Prozess ist schon veröffentlicht. Bitte wählen Sie „Sofort“.',
  isSeen:
    'Einen erledigten Prozess sehen die Mitarbeitenden schon. Bitte wählen Sie „Sofort“, oder setzen Sie ihn erst auf „Inaktiv“.',
  dueBeforeFirst: 'Die Frist liegt vor dem ersten Tag, an dem der Prozess zu sehen ist.',
  forNobody: 'Bitte wählen Sie eine Gruppe, oder zeigen Sie den Prozess allen.',
} as const
