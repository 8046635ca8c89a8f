/** German error messages and notifications. Texts of reports, mails and workbooks are in files of their own. */
export const happeningSentences = {
  dutyInTeam: (team: string, happening: string) =>
    `Sie erfassen die Zeiten von „${team}“ bei „${happening}“.`,
  dutyInHappening: (happening: string) => `Sie erfassen Zeiten bei „${happening}“.`,
  dutyInMany: (count: number) => `Sie erfassen Zeiten bei ${count} Veranstaltungen.`,
  othersRecord: 'Diese Zeiten erfassen andere; Sie können sie nur lesen.',
  cannotSendNow: (status: string) =>
    `Die Veranstaltung ist im Status „${status}“: Die Zeiten lassen sich gerade nicht senden.`,
  senderIsInactive: 'Wer das Senden gestartet hat, ist inzwischen deaktiviert.',
  senderRecordsNoMore: 'Wer das Senden gestartet hat, erfasst diese Zeiten nicht mehr.',
  recorderIsInactive: (name: string) =>
    `„${name}“ ist deaktiviert und kann keine Zeiten erfassen. Es wurde nichts geändert.`,
  recorderIsGone: 'Einen dieser Benutzer gibt es nicht mehr. Es wurde nichts geändert.',
  recordersAreArchived:
    'Die Veranstaltung ist im Status „Archiv“: Wer die Zeiten erfasst, lässt sich nicht mehr ändern.',
  oneIsGone: 'Eine dieser Veranstaltungen gibt es nicht mehr. Es wurde nichts geändert.',
  partIsGone: 'Diese Teilveranstaltung gibt es nicht mehr.',
  sendingFailed:
    'Das Senden ist fehlgeschlagen. Bitte senden Sie noch einmal; doppelt gebucht wird dabei nichts.',
  plannerTakesNobody: 'Die Personalplanung nimmt niemanden an, den sie nicht geplant hat.',
  entryTwice: (name: string) =>
    `Die Zeiten von „${name}“ stehen zweimal in der Liste. Es wurde nichts geändert.`,
  entryOfOther: (name: string) =>
    `Die Zeiten von „${name}“ gehören zu einer anderen Teilveranstaltung. Es wurde nichts geändert; bitte laden Sie neu.`,
  entryIsGone:
    'Einen dieser Zeiteinträge gibt es hier nicht oder nicht mehr. Es wurde nichts geändert; bitte laden Sie neu.',
  entryIsSent: (name: string) => `Die Zeiten von „${name}“ sind schon übermittelt. Es wurde nichts geändert.`,
  entryIsLocked: (name: string) =>
    `Die Zeiten von „${name}“ lassen sich nicht ändern. Es wurde nichts geändert.`,
  absentHasNoTimes: (name: string) => `${name}: Wer nicht gekommen ist, hat keine Zeiten.`,
  unplannedIsRemoved: (name: string) =>
    `${name} ist nicht geplant: Wer nicht gekommen ist, lässt sich entfernen.`,
  breakTooLong: (name: string) => `${name}: Die Pause ist so lang wie die ganze Zeit.`,
  cannotAddNow: (status: string) =>
    `Die Veranstaltung ist im Status „${status}“: Es lässt sich niemand hinzufügen.`,
  tooLong: (most: number) => `Höchstens ${most} Zeichen, bitte.`,
  unseen: 'Darin ist ein Zeichen, das niemand sehen kann.',
  lastNameMissing: 'Bitte geben Sie den Nachnamen an.',
  keyIsOthers: 'Dieser Schlüssel gehört zu jemand anderem.',
  isPlanned: (name: string) => `„${name}“ steht im Plan und lässt sich hier nicht entfernen.`,
  plannerHasTimes: (name: string) =>
    `Die Personalplanung hat Zeiten von „${name}“. Bitte leeren Sie die Zeiten, und senden Sie noch einmal; danach lässt sich der Eintrag entfernen.`,
  dayUnreadable: 'Bitte ein Datum in der Form 2026-11-21 angeben.',
  sendingRefused: (why: string) => `${why} Bitte senden Sie noch einmal; doppelt gebucht wird dabei nichts.`,
} as const
